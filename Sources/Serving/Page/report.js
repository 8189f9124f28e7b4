// Draws what came of an order: verdict, pictures, previews, receipt.

import { copyButton, element, framed, media } from "./elements.js";
import { cropBox } from "./crop.js";
import { notifications } from "./notification.js";
import * as words from "./words.js";

/** The verdict with its reasons. */
export function verdictPart(inspection) {
  const { verdict, facts } = inspection;
  const warnings = facts.warnings.map((code) => element("li", {}, words.warning(code)));
  return element("div", { class: `card verdict ${verdict.answer}` },
    element("h2", {}, element("span", { class: "chip" }, words.answers[verdict.answer] ?? verdict.answer), " Verdict"),
    element("p", {}, words.verdict(verdict)),
    verdict.reasons.length || warnings.length
      ? element("ul", {},
          verdict.reasons.map((reason) => element("li", {}, words.reason(reason), " ", element("code", {}, reason.code))),
          warnings)
      : null);
}

export function problemPart(problem) {
  return element("div", { class: "card verdict refused", role: "alert" },
    element("h2", {}, element("span", { class: "chip" }, "Problem"), " ", problem.title ?? "It cannot be prepared"),
    element("p", {}, problem.message),
    element("p", { class: "hint" }, words.blame(problem), " ", element("code", {}, problem.code)),
    problem.detail ? element("p", { class: "hint" }, problem.detail) : null);
}

/** Source and result side by side. `preview` is a small rendition of the whole source, where there is one. */
export function picturesPart(receipt, preview, listeners, name = receipt.source.url) {
  const source = element("figure", {}, element("figcaption", {}, element("b", {}, "Source")));
  const facts = receipt.source.facts;
  if (preview) {
    const picture = media(preview.digest, preview.facts, "The source, whole");
    if (receipt.crop && listeners) {
      source.append(cropBox(picture, preview.facts, receipt.crop.unit, listeners));
    } else source.append(framed("crop", preview.facts, picture));
  } else {
    source.append(element("p", { class: "empty" }, facts?.class === "image" ? "Not shown" : "Shown once, as the result"));
  }
  source.append(element("p", { class: "hint" }, facts ? words.facts(facts) : "", element("br"), name));
  if (receipt.crop && preview && listeners) {
    source.append(element("p", { class: "hint" }, "Drag the box, or move it with the arrow keys, to choose what is kept."));
  }
  const result = element("figure", {}, element("figcaption", {}, element("b", {}, "Result")),
    framed("made", receipt.facts, media(receipt.digest, receipt.facts, "What is published")),
    element("p", { class: "hint" }, words.facts(receipt.facts), element("br"), words.path(receipt.path)));
  return element("div", { class: "card pair" }, source, result);
}

/** What each gravity keeps, to choose from. */
export function comparisonPart(variants, chosen, onChoose) {
  const names = { centre: "The centre", attention: "What catches the eye", entropy: "The most detail" };
  const buttons = variants.map((variant) => {
    const button = element("button", { type: "button", class: "choice" },
      media(variant.digest, variant.facts, ""), element("span", {}, names[variant.name]));
    button.setAttribute("aria-pressed", String(variant.name === chosen));
    button.addEventListener("click", () => onChoose(variant.name));
    return button;
  });
  return element("div", { class: "card" }, element("h2", {}, "What a crop could keep"),
    element("div", { class: "choices three" }, buttons));
}

export function phonePart(receipt) {
  return element("div", { class: "card" }, element("h2", {}, "On the phone"),
    element("div", { class: "phones" }, notifications(receipt.digest, receipt.facts)),
    element("p", { class: "hint" },
      "Drawn, not photographed, as on iOS 17 and 18 with a screen 393 points wide. In points: notification 377 wide with "
      + "corners of 24, icon and thumbnail 38 with corners of 8.5 and 7, words 15 on lines of 20, time 13 on 18. Those of words "
      + "and icon are from Apple's Human Interface Guidelines (Typography, App icons); width, corners and margins, of which Apple "
      + "publishes none, are estimates by eye."));
}

export function receiptPart(receipt, curl, announce, onWithdraw) {
  const rows = [
    ["Done", receipt.steps.join("; ") || words.path(receipt.path)],
    ["Lost", receipt.lost.join("; ")],
    ["Warnings", receipt.warnings.map(words.warning).join(" ")],
    ["Stays until", receipt.expires_at.replace("T", " ").replace("Z", " UTC")],
    ["Took", `${Math.round(receipt.timings.total)} ms${receipt.remembered ? ", remembered" : ""}`],
    ["Digest", receipt.digest],
  ].filter(([, text]) => text);
  const url = element("input", { readOnly: true, value: receipt.url, "aria-label": "URL for the push" });
  url.addEventListener("focus", () => url.select());
  const withdraw = onWithdraw ? element("button", { type: "button" }, "Withdraw…") : null;
  withdraw?.addEventListener("click", () => onWithdraw(receipt));
  return element("div", { class: "card" }, element("h2", {}, "Receipt"),
    element("div", { class: "row" }, url, copyButton("Copy URL", receipt.url, announce),
      curl ? copyButton("Copy curl", curl, announce) : null, withdraw),
    element("dl", {}, rows.map(([name, text]) => [element("dt", {}, name), element("dd", {}, text)])),
    element("details", {}, element("summary", {}, "As JSON"),
      element("pre", { tabIndex: 0 }, JSON.stringify(receipt, null, 2))));
}

/** A grid of earlier results. */
export function recentItems(receipts, onChoose) {
  return receipts.map((receipt) => {
    const name = `${receipt.source.url}: ${words.facts(receipt.facts)}`;
    const shown = receipt.facts.class === "image"
      ? media(receipt.digest, receipt.facts, "")
      : element("span", { class: "glyph", "aria-hidden": "true" }, receipt.facts.class === "movie" ? "▶" : "♪");
    if (shown.tagName === "IMG") shown.loading = "lazy";
    const button = element("button", { type: "button", class: "choice", "aria-label": name, title: name }, shown);
    button.addEventListener("click", () => onChoose(receipt));
    return element("li", {}, button);
  });
}

// A picture of the notification as a phone shows it. What it is drawn by is in notification.css.

import { element, media } from "./elements.js";

const messages = {
  image: ["Your photos are ready", "Touch and hold to see the whole picture."],
  movie: ["Your film is ready", "Touch and hold to watch it."],
  audio: ["A message for you", "Touch and hold to listen to it."],
};

/** Collapsed and expanded, once light and once dark. */
export function notifications(digest, facts) {
  return ["light", "dark"].map((look) =>
    element("figure", { class: `phone ${look}` },
      element("figcaption", {}, look === "light" ? "Light" : "Dark"),
      element("div", { class: "screen" }, card(digest, facts, look, false), card(digest, facts, look, true))));
}

function card(digest, facts, look, isExpanded) {
  const shape = isExpanded ? "expanded, with the whole attachment" : `collapsed, with ${thumbnailWords(facts)}`;
  const [title, text] = messages[facts.class];
  const words = element("div", { class: "words" },
    element("b", {}, title), element("span", { class: "when" }, "now"), element("span", { class: "text" }, text));
  const line = element("div", { class: "line" }, element("span", { class: "app" }), words);
  const made = element("div", { class: isExpanded ? "notification expanded" : "notification" });
  // Only the words describe it: the picture itself is described beside the result.
  made.setAttribute("role", facts.class === "audio" && isExpanded ? "group" : "img");
  made.setAttribute("aria-label", `The notification ${shape}, ${look}`);
  if (isExpanded) {
    const whole = media(digest, facts, "", { plays: false });
    if (facts.class === "movie") made.append(element("div", { class: "player" }, whole, element("i", { class: "play" })));
    else made.append(whole);
    made.append(line);
    return made;
  }
  if (facts.class !== "audio") line.append(element("div", { class: "thumbnail" }, media(digest, facts, "", { plays: false })));
  made.append(line);
  return made;
}

function thumbnailWords(facts) {
  return facts.class === "audio" ? "no picture" : "a square thumbnail";
}

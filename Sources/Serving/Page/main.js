// The page: takes a source, asks the service, and shows what came of it.

import * as report from "./report.js";
import * as service from "./service.js";
import * as words from "./words.js";

const find = (id) => document.getElementById(id);
const [form, link, file, status, outcome] = ["order", "link", "file", "status", "outcome"].map(find);

/** `{link}` or `{file}`; nothing until somebody gave one. */
let source;
/** The point that a crop keeps, where somebody chose one. */
let point = { x: 0.5, y: 0.5 };
/** What the first request about a source brought, for all that follow. */
let known = {};
let running;

const chosen = (name) => form.elements[name].value;
const announce = (text) => { status.textContent = text; };
const say = (text) => { status.className = ""; announce(text); };

function gravity() {
  const choice = chosen("gravity");
  return choice === "point" ? `${point.x.toFixed(4)},${point.y.toFixed(4)}` : choice;
}

function order() {
  const profile = chosen("profile");
  return { profile: profile === "original" || gravity() === "centre" ? profile : { base: profile, gravity: gravity() } };
}

/** A small picture of the whole source, and what each gravity would keep of it. */
function variants() {
  const whole = { base: "original", name: "preview", geometry: "fit", width: 640, height: 640, animation: "still" };
  const gravities = chosen("profile") === "original" ? [] : ["centre", "attention", "entropy"];
  return [whole, ...gravities.map((gravity) => (
    { base: chosen("profile"), name: gravity, gravity, animation: "still" }))];
}

/** Prepares the source; what is known about it already is not asked again. */
async function run({ keepsFocus = false } = {}) {
  running?.abort();
  const call = running = new AbortController();
  const profile = chosen("profile");
  outcome.setAttribute("aria-busy", "true");
  say(source.file ? "Sending the file…" : "Fetching and judging…");
  status.className = "busy";
  try {
    if (!known.inspection || known.profile !== profile) {
      known = { inspection: await service.inspect(source, order(), call.signal), profile };
    }
    if (call.signal.aborted) return;
    if (known.inspection.verdict.answer === "refused") {
      show([report.verdictPart(known.inspection)], "Refused: the reasons are below.", keepsFocus);
      return;
    }
    announce("Preparing…");
    const isPicture = known.inspection.facts.class === "image";
    const asks = { ...order(), ...(isPicture && !known.variants ? { variants: variants() } : {}) };
    const receipt = await service.prepare(source, asks, call.signal);
    if (call.signal.aborted) return;
    known.variants ??= receipt.variants.filter((variant) => variant.url);
    showReceipt(receipt, keepsFocus);
    void showRecent();
  } catch (problem) {
    if (problem.name === "AbortError" || call.signal.aborted) return;
    if (!(problem instanceof service.Problem)) throw problem;
    const parts = [report.problemPart(problem)];
    if (known.inspection && known.profile === profile) parts.push(report.verdictPart(known.inspection));
    show(parts, `Not prepared: ${problem.code}`, keepsFocus);
    if (problem.status === 401) askForToken();
  } finally {
    if (running === call) {
      outcome.removeAttribute("aria-busy");
      status.classList.remove("busy");
    }
  }
}

function showReceipt(receipt, keepsFocus) {
  const preview = known.variants.find((variant) => variant.name === "preview");
  const others = known.variants.filter((variant) => variant !== preview);
  const parts = [
    report.verdictPart(known.inspection),
    report.picturesPart(receipt, preview, { onMove: showPoint, onPlace: placePoint }, source.file?.name),
    others.length ? report.comparisonPart(others, chosen("gravity"), chooseGravity) : null,
    report.phonePart(receipt),
    report.receiptPart(receipt, service.curl(source, order()), announce),
  ];
  show(parts.filter(Boolean), `Ready: ${words.facts(receipt.facts)}.`, keepsFocus);
}

function show(parts, text, keepsFocus) {
  const hadBox = keepsFocus && document.activeElement?.classList.contains("box");
  outcome.replaceChildren(...parts);
  outcome.hidden = false;
  say(text);
  if (hadBox) outcome.querySelector(".box")?.focus();
  else if (!keepsFocus) {
    outcome.focus({ preventScroll: true });
    // On a phone the form fills the screen.
    if (outcome.getBoundingClientRect().top > innerHeight * 0.75) status.scrollIntoView();
  }
}

function showPoint({ x, y }) {
  point = { x, y };
  form.elements.gravity.value = "point";
  find("point").textContent = `${x.toFixed(2)}, ${y.toFixed(2)}`;
}

function placePoint(middle) {
  showPoint(middle);
  void run({ keepsFocus: true });
}

function chooseGravity(name) {
  form.elements.gravity.value = name;
  void run({ keepsFocus: true });
}

function begin(next) {
  source = next;
  known = {};
  void run();
}

function askForToken() {
  find("access").open = true;
  find("token").focus();
}

async function showRecent() {
  try {
    const receipts = await service.recent(24);
    find("recent").hidden = receipts.length === 0;
    find("recent").querySelector("ul").replaceChildren(...report.recentItems(receipts, showAgain));
  } catch (problem) {
    // Whoever has no token sees none; everything else is told where somebody asked for it.
    if (!(problem instanceof service.Problem)) throw problem;
  }
}

function showAgain(receipt) {
  running?.abort();
  const parts = [report.picturesPart(receipt), report.phonePart(receipt), report.receiptPart(receipt, null, announce, withdraw)];
  show(parts, `From before: ${words.facts(receipt.facts)}.`);
  outcome.scrollIntoView();
}

async function withdraw(receipt) {
  if (!confirm("Withdraw it? All that was made of its source is removed, and cannot be published again.")) return;
  try {
    const done = await service.withdraw(receipt.digest);
    outcome.hidden = true;
    say(`Withdrawn: ${done.removed} ${done.removed === 1 ? "file is" : "files are"} gone.`);
    // The button that was pressed is gone, too.
    link.focus();
  } catch (problem) {
    if (!(problem instanceof service.Problem)) throw problem;
    show([report.problemPart(problem)], `Not withdrawn as a whole: ${problem.code}`);
  }
  void showRecent();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = link.value.trim();
  if (text) {
    file.value = "";
    begin({ link: text });
  } else if (file.files.length) begin({ file: file.files[0] });
  else {
    outcome.hidden = true;
    say("Give an address or a file first.");
    link.focus();
  }
});

file.addEventListener("change", () => { if (file.files.length) beginWithFiles(file.files); });

/** Shows which file it is where a file is chosen, however it came. */
function beginWithFiles(files) {
  if (files !== file.files) file.files = files;
  link.value = "";
  begin({ file: files[0] });
}

addEventListener("paste", (event) => {
  if (!event.clipboardData?.files.length) return;
  event.preventDefault();
  beginWithFiles(event.clipboardData.files);
});

for (const group of ["profiles", "gravities"]) {
  find(group).addEventListener("change", () => { if (source) void run({ keepsFocus: true }); });
}

addEventListener("dragover", (event) => {
  event.preventDefault();
  find("drop").classList.add("over");
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) find("drop").classList.remove("over"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  find("drop").classList.remove("over");
  const { files } = event.dataTransfer;
  const text = event.dataTransfer.getData("text/uri-list").split("\n").find((line) => line && !line.startsWith("#"));
  if (files.length) beginWithFiles(files);
  else if (text) {
    link.value = text.trim();
    begin({ link: link.value });
  }
});

find("token").value = service.token.get();
find("token").addEventListener("change", () => {
  service.token.set(find("token").value.trim());
  find("access").open = false;
  void showRecent();
});

void showRecent();

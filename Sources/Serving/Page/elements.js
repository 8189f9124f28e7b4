// Makes elements. Foreign words (names, addresses, messages) reach the page only here, as text: nothing is ever parsed.

/** An element with properties, and children that are elements or text. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (key === "class") made.className = value;
    else if (key in made && !key.startsWith("aria")) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** Where this service serves a published file, whatever the public address of its shelf is. */
export function address(digest, facts) {
  return `/media/${digest.slice(0, 2)}/${digest}.${facts.extension}`;
}

/** A published file as a picture, player or nothing. */
export function media(digest, facts, words, { plays = true } = {}) {
  const src = address(digest, facts);
  if (facts.class === "image") {
    return element("img", { src, alt: words, width: facts.width, height: facts.height, decoding: "async" });
  }
  if (facts.class === "movie") {
    return element("video", {
      src, controls: plays, muted: true, playsInline: true, preload: "metadata", "aria-label": words,
      width: facts.width, height: facts.height,
    });
  }
  return element("audio", { src, controls: true, preload: "metadata", "aria-label": words });
}

/** A frame that has its size before its picture comes, so that nothing jumps when it does. */
export function framed(name, facts, ...children) {
  const frame = element("div", { class: name }, ...children);
  if (facts.width && facts.height) {
    frame.style.width = `min(100%, ${facts.width}px, ${(480 * facts.width) / facts.height}px)`;
  }
  return frame;
}

/** A button that copies a text, and says so. */
export function copyButton(label, text, announce) {
  const button = element("button", { type: "button" }, label);
  button.addEventListener("click", async () => {
    const isDone = await copy(text);
    announce(isDone ? `${label}: done.` : "This browser does not let pages copy: select the text instead.");
    if (!isDone) return;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = label; }, 2000);
  });
  return button;
}

async function copy(text) {
  // Absent where the page came by http from another machine.
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch { /* Not allowed: the old way may be. */ }
  }
  const room = element("textarea", { value: text, class: "away" });
  document.body.append(room);
  room.select();
  const isDone = document.execCommand("copy");
  room.remove();
  return isDone;
}

// The part of a picture that is kept, drawn over it: drag it, or move it with the arrow keys.

import { element, framed } from "./elements.js";

const step = 0.02;
/** After the last key the box is taken at its word. */
const pause = 500;

/**
 * A picture, of which `facts` tell the size, with its crop box.
 *
 * `unit` is the kept part in units of the picture. `onMove` is told the middle of the box while it moves, `onPlace` when
 * it is let go.
 */
export function cropBox(picture, facts, unit, { onMove, onPlace }) {
  const box = element("div", {
    class: "box", tabIndex: 0, role: "slider", "aria-roledescription": "crop box", "aria-label": "What the crop keeps",
    "aria-valuemin": "0", "aria-valuemax": "100",
  });
  const frame = framed("crop", facts, picture, box);
  const place = { x: unit.x, y: unit.y };
  let timer, drag;

  const middle = () => ({ x: place.x + unit.width / 2, y: place.y + unit.height / 2 });
  const clamp = (value, most) => Math.min(Math.max(value, 0), Math.max(0, most));

  function draw() {
    box.style.left = `${place.x * 100}%`;
    box.style.top = `${place.y * 100}%`;
    box.style.width = `${unit.width * 100}%`;
    box.style.height = `${unit.height * 100}%`;
    const { x, y } = middle();
    const isWide = unit.width < unit.height || unit.height >= 0.999;
    box.setAttribute("aria-valuenow", String(Math.round((isWide ? x : y) * 100)));
    box.setAttribute("aria-valuetext", `middle at ${Math.round(x * 100)} % across, ${Math.round(y * 100)} % down`);
  }

  function move(x, y) {
    place.x = clamp(x, 1 - unit.width);
    place.y = clamp(y, 1 - unit.height);
    draw();
    onMove(middle());
  }

  box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    box.focus();
    box.setPointerCapture(event.pointerId);
    drag = { x: event.clientX, y: event.clientY, place: { ...place } };
  });
  box.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const { width, height } = frame.getBoundingClientRect();
    move(drag.place.x + (event.clientX - drag.x) / width, drag.place.y + (event.clientY - drag.y) / height);
  });
  box.addEventListener("pointerup", () => {
    const hasMoved = drag && (drag.place.x !== place.x || drag.place.y !== place.y);
    drag = undefined;
    if (hasMoved) onPlace(middle());
  });
  box.addEventListener("pointercancel", () => {
    if (drag) move(drag.place.x, drag.place.y);
    drag = undefined;
  });
  box.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const size = event.shiftKey ? step * 5 : step;
    move(place.x + way[0] * size, place.y + way[1] * size);
    clearTimeout(timer);
    timer = setTimeout(() => onPlace(middle()), pause);
  });

  // A finger that cannot move the box scrolls the page.
  box.style.touchAction = unit.height >= 0.999 ? "pan-y" : "none";
  draw();
  return frame;
}

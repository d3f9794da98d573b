/**
 * The hero's film, frame by frame: one closed line wound around a ring, turning and breathing. Three quarters of it are
 * drawn in ink, one in the accent, like the mark. Everything is periodic in `moment`, so the loop has no seam.
 * Runs in a page (render.mjs); plain script, no build.
 */
const WINDINGS = { around: 34, through: 89 };
/** The line's crossings of one section of the ring: shifted by any number of them it is the same line. */
const SHIFT = 4 / WINDINGS.around;
const STEPS = 12_000;
const TAU = 2 * Math.PI;

/** A point of the line. @param {number} along 0–1 of its length @param {number} moment 0–1 of the loop */
function place(along, moment) {
  const around = TAU * WINDINGS.around * along;
  const through = TAU * (WINDINGS.through * along + SHIFT * moment);
  // The tube swells and narrows in three waves that travel once around the ring.
  const tube = 0.335 + 0.075 * Math.cos(3 * around - TAU * moment);
  const reach = 0.62 + tube * Math.cos(through);
  return [reach * Math.cos(around), reach * Math.sin(around), tube * Math.sin(through)];
}

/** Turned to the viewer: a slow nod, never edge-on, and a little perspective. */
function seen([x, y, z], moment) {
  const nod = 0.62 + 0.1 * Math.sin(TAU * moment);
  const sway = 0.16 * Math.cos(TAU * moment);
  const y1 = y * Math.cos(nod) - z * Math.sin(nod);
  const z1 = y * Math.sin(nod) + z * Math.cos(nod);
  const x2 = x * Math.cos(sway) + z1 * Math.sin(sway);
  const z2 = z1 * Math.cos(sway) - x * Math.sin(sway);
  const near = 3.6 / (3.6 - z2);
  return [x2 * near, y1 * near, z2];
}

/** Five depths, the far ones fainter; `z` runs from about -0.7 to 0.7. */
const DEPTHS = [0.22, 0.36, 0.55, 0.78, 1];
const depthOf = (z) => Math.max(0, Math.min(DEPTHS.length - 1, Math.floor((z + 0.55) / 0.22)));

/** Draws the parts of the line that `belongs` takes; every part starts where the one before it ended. */
function trace(pen, points, belongs) {
  pen.beginPath();
  let drawing = false;
  points.forEach((point, index) => {
    const takes = belongs(point);
    if (takes && !drawing) pen.moveTo(...(points[index - 1] ?? point).at);
    if (takes) pen.lineTo(...point.at);
    drawing = takes;
  });
  pen.stroke();
}

/**
 * Draws one frame.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} size edge of the square, in pixels
 * @param {number} moment 0–1 of the loop
 */
export function drawFrame(pen, size, moment, { ink, accent, paper }) {
  pen.globalAlpha = 1;
  pen.fillStyle = paper;
  pen.fillRect(0, 0, size, size);
  const scale = size * 0.462;
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const along = step / STEPS;
    const [x, y, z] = seen(place(along, moment), moment);
    const isAccent = (WINDINGS.around * along) % 1 >= 0.75;
    return { at: [size * 0.5 + scale * x, size * 0.46 + scale * y], depth: depthOf(z), isAccent };
  });
  DEPTHS.forEach((strength, depth) => {
    pen.globalAlpha = strength;
    for (const isAccent of [false, true]) {
      pen.strokeStyle = isAccent ? accent : ink;
      pen.lineWidth = size / (isAccent ? 620 : 780);
      trace(pen, points, (point) => point.depth === depth && point.isAccent === isAccent);
    }
  });
}

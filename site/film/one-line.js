/**
 * The hero's film, frame by frame: one dot and one unbroken line. The line is closed; it goes round the ring many times in
 * a slim cord before it comes back to where it began, three quarters of the ring in ink and one in the accent, like the
 * mark. The cord turns and breathes, the dot stays. Everything is periodic in `moment`, so the loop has no seam.
 * Runs in a page (render.ts); plain script, no build. The ring is that of site/src/landing/thread/places.ts.
 */
const RING = { centre: 0.5, radius: 0.46, dot: 0.013 };
/** How often the line goes along the ring and through its cord before it closes; the two share no divisor. */
const WINDINGS = { along: 11, through: 58 };
/** The cord is the same again after each of these parts of a turn. */
const SHIFT = 2 / WINDINGS.along;
const STEPS = 11_000;
const TAU = 2 * Math.PI;

/** Half the cord's width at a place of the ring, in parts of its radius: closed at the dot, two swells that travel. */
function width(turn, moment) {
  const closed = 1 - Math.exp(-((Math.sin(turn / 2) * 4.2) ** 2));
  return (
    closed * (0.044 + 0.02 * Math.cos(2 * turn - TAU * moment) + 0.012 * Math.cos(3 * turn + TAU * moment))
  );
}

/** A point of the line, `z` towards the viewer. @param {number} part 0–1 of its length @param {number} moment 0–1 of the loop */
function place(part, moment) {
  const turn = TAU * WINDINGS.along * part;
  const through = TAU * (WINDINGS.through * part + SHIFT * moment);
  const reach = RING.radius * (1 + width(turn, moment) * Math.cos(through));
  return {
    x: RING.centre + reach * Math.cos(turn),
    y: RING.centre + reach * Math.sin(turn),
    z: Math.sin(through),
    turn,
  };
}

/** Far strands are fainter. */
const DEPTHS = [0.3, 0.55, 1];
const depthOf = (z) => Math.min(DEPTHS.length - 1, Math.floor(((z + 1) / 2) * DEPTHS.length));
/** The last quarter of the ring, up to where the line leaves it. */
const isAccent = (turn) => (((turn / TAU) % 1) + 1) % 1 >= 0.75;

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
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const { x, y, z, turn } = place(step / STEPS, moment);
    return { at: [size * x, size * y], depth: depthOf(z), isAccent: isAccent(turn) };
  });
  DEPTHS.forEach((strength, depth) => {
    pen.globalAlpha = strength;
    for (const accented of [false, true]) {
      pen.strokeStyle = accented ? accent : ink;
      pen.lineWidth = size / 620;
      trace(pen, points, (point) => point.depth === depth && point.isAccent === accented);
    }
  });
  pen.globalAlpha = 1;
  pen.fillStyle = ink;
  pen.beginPath();
  pen.arc(size * (RING.centre + RING.radius), size * RING.centre, size * RING.dot, 0, TAU);
  pen.fill();
}

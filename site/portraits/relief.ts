/** What makes one portrait differ from the other; lengths in parts of the picture's width. */
export interface Sitter {
  /** Half the head's width and height, how much narrower the jaw is, and how far the head leans to the side. */
  head: { width: number; height: number; jaw: number; lean: number };
  /** Half the shoulders' width, and how steeply they fall. */
  shoulders: { width: number; fall: number };
}

const HEAD_MIDDLE = 0.42;
const neckSize = { width: 0.1, top: 0.5, height: 0.42 } as const;
const COLLAR = 0.76;

/** The height of a ball's upper half at a distance from its middle, both in parts of its radius. */
const ball = (distance: number) => Math.sqrt(Math.max(0, 1 - distance * distance));

/** From 0 to 1 between two places, without a corner. */
function smoothStep(from: number, to: number, at: number): number {
  const part = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

function headHeight(x: number, y: number, { width, height, jaw, lean }: Sitter['head']): number {
  const across = x - 0.5 - lean * (COLLAR - y);
  const down = (y - HEAD_MIDDLE) / height;
  return ball(Math.hypot(across / (width * (1 - jaw * smoothStep(-0.1, 1, down))), down));
}

function bodyHeight(x: number, y: number, { width, fall }: Sitter['shoulders']): number {
  const top = COLLAR + fall * Math.abs(x - 0.5) ** 2.2;
  const round = ball((x - 0.5) / width) ** 0.5;
  return 0.8 * smoothStep(-0.01, 0.16, y - top) ** 0.6 * round;
}

/**
 * How far the relief of a head and its shoulders rises at a place, 0–1: no face, and no one's.
 * @param x from the left, 0–1 @param y from the top, in widths: 0–1.2
 */
export function relief(x: number, y: number, { head, shoulders }: Sitter): number {
  const neck =
    neckSize.height * smoothStep(neckSize.top, neckSize.top + 0.1, y) * ball((x - 0.5) / neckSize.width);
  return Math.max(headHeight(x, y, head), neck, bodyHeight(x, y, shoulders));
}

/**
 * Draws the founders' portraits: one unbroken line that goes to and fro over the relief of a head and its shoulders,
 * no one's in particular, until there are photographs. The same every time; the results in site/public/portraits are
 * committed. Run: node site/portraits/render.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { relief, type Sitter } from './relief.ts';

const WIDTH = 300;
const HEIGHT = 360;
const ROWS = 53;
const STEP = 3;
const MARGIN = 6;
/** How far the highest place lifts the line. */
const LIFT = 34;
const FIRST_ROW = 20;
const GAP = (HEIGHT - FIRST_ROW - MARGIN) / (ROWS - 1);

const sitters: Record<string, Sitter> = {
  ceo: {
    head: { width: 0.185, height: 0.27, jaw: 0.3, lean: 0.07 },
    shoulders: { width: 0.47, fall: 1.1 },
  },
  coo: {
    head: { width: 0.2, height: 0.25, jaw: 0.22, lean: -0.06 },
    shoulders: { width: 0.41, fall: 2.1 },
  },
};

/** One row of the line, from its left end to its right one; on flat ground its ends are enough. */
function row(index: number, sitter: Sitter): string[] {
  const y = FIRST_ROW + GAP * index;
  const steps = (WIDTH - 2 * MARGIN) / STEP;
  const heights = Array.from({ length: steps + 1 }, (_, step) =>
    relief((MARGIN + step * STEP) / WIDTH, y / WIDTH, sitter),
  );
  return heights.flatMap((height, step) => {
    const isFlat = height === 0 && !heights[step - 1] && !heights[step + 1];
    if (isFlat && step > 0 && step < steps) return [];
    return [`${MARGIN + step * STEP} ${(y - LIFT * height).toFixed(1)}`];
  });
}

/** The rows as one line: every second one is drawn from the right, and a half circle leads from each to the next. */
function line(sitter: Sitter): string {
  const turn = (GAP / 2).toFixed(2);
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const isForth = index % 2 === 0;
    const [first = '', ...others] = isForth ? row(index, sitter) : row(index, sitter).toReversed();
    const start = index === 0 ? `M${first}` : `A${turn} ${turn} 0 0 ${isForth ? 0 : 1} ${first}`;
    return `${start}L${others.join(' ')}`;
  });
  return rows.join('');
}

const out = fileURLToPath(new URL('../public/portraits/', import.meta.url));
mkdirSync(out, { recursive: true });
for (const [name, sitter] of Object.entries(sitters)) {
  writeFileSync(
    `${out}${name}.svg`,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><style>
path{fill:none;stroke:#121613;stroke-width:.9;stroke-linejoin:round}circle{fill:#0a6349}
@media(prefers-color-scheme:dark){path{stroke:#edf1ed}circle{fill:#74d1a9}}</style><path d="${line(sitter)}"/><circle cx="${MARGIN}" cy="${FIRST_ROW}" r="4"/></svg>
`,
  );
}

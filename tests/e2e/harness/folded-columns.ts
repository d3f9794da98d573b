import { expect } from '@playwright/test';

/** The selector of a folded column's button on the board. */
export const foldedColumn = 'section > button[aria-expanded="false"]';

/** The opened columns' buttons, which fold them again. */
export const openedColumn = 'section button[aria-expanded="true"]';

/** A folded column as an engine lays it out. */
export interface FoldedColumn {
  readonly name: string;
  /** Pixels from the column's top to its name. */
  readonly top: number;
  /** Pixels that the button and the name lack to the column's width. Below 0 they would overhang. */
  readonly button: number;
  readonly room: number;
  /** True if a press on the name, and on the strip anywhere in the window, reaches the button. */
  readonly isHit: boolean;
}

/** Measures the folded columns. The body of a function, which every engine's driver can run. */
export const measureFolded = `return [...document.querySelectorAll('${foldedColumn}')].map((button) => {
  const [column, strip, name] = [button.parentElement, button, button.firstElementChild]
    .map((part) => part.getBoundingClientRect());
  const x = column.left + column.width / 2;
  const end = Math.min(column.bottom, innerHeight) - 8;
  const points = [name.top + name.height / 2, column.top + 8, (column.top + end) / 2, end];
  return {
    name: button.innerText.replace(/\\s+/g, ' ').trim(),
    top: name.top - column.top,
    button: column.width - strip.width,
    room: column.width - name.width,
    isHit: points.every((y) => button.contains(document.elementFromPoint(x, y))),
  };
})`;

/** Expects that the three columns can be read at their top and pressed across their width. */
export function expectInPlace(columns: readonly FoldedColumn[]): void {
  expect(columns).toHaveLength(3);
  const isMisplaced = ({ top, button, room, isHit }: FoldedColumn) =>
    !isHit || top > 24 || button > 2 || room < 0;
  expect(columns.filter(isMisplaced)).toEqual([]);
}

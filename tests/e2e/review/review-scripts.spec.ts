import type { Locator } from '@playwright/test';
import { expect, test } from '../harness/review-desk.ts';

/** Hebrew, longer than any column. */
const long = (prefix: string) => `דנה ${'לוי '.repeat(40)}${prefix}`;

/** Returns which ends of a truncated text are inside the clipping box. */
const seenEnds = (box: Locator) =>
  box.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const { left, right } = element.getBoundingClientRect();
    const isSeen = (from: number) => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, from + 1);
      const letter = range.getBoundingClientRect();
      return letter.left >= left - 1 && letter.right <= right + 1;
    };
    return { start: isSeen(0), end: isSeen(text.length - 1) };
  });

// On phones too, where a name has a separate line.
test('a right-to-left name that is too long keeps its beginning, in the list and on the board @phone', async ({
  desk,
}) => {
  await desk.make(long(desk.prefix), { sectors: 'מוזיקה '.repeat(30) });
  await desk.open(`?search=${desk.prefix}`);
  const link = desk.page.getByRole('table').getByRole('link', { name: desk.prefix });
  expect(await seenEnds(link)).toEqual({ start: true, end: false });
  await expect(link).toHaveCSS('direction', 'rtl');
  await desk.open(`?screen=board&search=${desk.prefix}`);
  expect((await seenEnds(desk.page.getByRole('link', { name: desk.prefix }))).start).toBe(true);
});

test('right-to-left sectors that are too long keep their beginning, and a note in two scripts has each paragraph in its own direction', async ({
  desk,
}) => {
  await desk.make(`Plover ${desk.prefix}`, { sectors: `מוזיקה ${'אנרגיה '.repeat(30)}` });
  await desk.open(`?search=${desk.prefix}`);
  const sectors = desk.row(`Plover ${desk.prefix}`).getByTitle('מוזיקה');
  expect(await seenEnds(sectors)).toEqual({ start: true, end: false });

  await desk.openNew(`Ruff ${desk.prefix}`);
  await desk.writeNote('תודה רבה\nThank you');
  const note = desk.panel.getByRole('paragraph').filter({ hasText: 'Thank you' });
  const [hebrew, english] = await note.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [...(element.firstChild as Text).data.split('\n')].map((line) => {
      const range = document.createRange();
      const from = (element.firstChild as Text).data.indexOf(line);
      range.setStart(element.firstChild!, from);
      range.setEnd(element.firstChild!, from + line.length);
      const { left, right } = range.getBoundingClientRect();
      return left - box.left < box.right - right ? 'left' : 'right';
    });
  });
  expect([hebrew, english]).toEqual(['right', 'left']);
});

import type { Locator } from '@playwright/test';
import { expect, seedOnce, test } from '../../harness/review-desk.ts';

test.beforeAll(({ server }) => seedOnce(server));

test.use({ viewport: { width: 1350, height: 850 } });

/** Expects all of a part to be within the window and above nothing else. */
async function expectWhole(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 });
  const isOnTop = await part.evaluate((element) => {
    const { left, bottom, width } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, bottom - 4));
  });
  expect(isOnTop).toBe(true);
}

test('the menu of actions for the selection is visible down to its last entry', async ({ desk }) => {
  await desk.open('?view=all');
  await desk.page.getByRole('row').nth(2).getByRole('checkbox').check();
  await desk.page.getByRole('button', { name: 'Actions' }).click();
  await expectWhole(desk.dialog);
  const last = desk.dialog.getByRole('button', { name: 'Remove tag…' });
  await last.scrollIntoViewIfNeeded();
  await expectWhole(last);
});

test('the list of members for an @ is fully visible when the field is at the bottom of the window', async ({
  desk,
}) => {
  await desk.openNew(`Ouzel ${desk.prefix}`);
  const note = desk.panel.getByLabel('New note');
  await note.evaluate((field) =>
    window.scrollBy(0, field.getBoundingClientRect().bottom - window.innerHeight + 4),
  );
  await note.focus();
  await desk.page.keyboard.type('@');
  await expectWhole(desk.page.getByRole('listbox', { name: 'Mention' }));
});

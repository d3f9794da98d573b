import type { Page } from '@playwright/test';
import { expect, test } from '../../harness/review-desk.ts';

test('no shortcut acts while an input method composes @release', async ({ desk }) => {
  const { page, panel } = desk;
  const id = await desk.make(`Composed ${desk.prefix}`);
  await desk.openApplication(id);
  const note = panel.getByLabel('New note');
  await test.step('a note is neither sent nor left, and its list takes no key', async () => {
    await note.fill('@');
    const list = panel.getByRole('listbox', { name: 'Mention' });
    await expect(list).toBeVisible();
    await note.fill('');
    await note.focus();
    const compose = await startComposition(page);
    await compose('これ');
    for (const key of ['Control+Enter', 'Meta+Enter', 'Enter', 'Escape', 'Tab', 'ArrowDown']) {
      await note.dispatchEvent('keydown', composed(key));
      await expect(note).toBeFocused();
    }
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
    await expect(note).toHaveValue('これ');
    await expect(panel.getByRole('article')).toHaveCount(0);
    await compose('');
  });
  await test.step('single keys and combinations of the list', async () => {
    await page.getByRole('heading', { name: `Composed ${desk.prefix}` }).focus();
    for (const key of ['x', '/', 'Escape', 'Control+k', '?', 'm', '9'])
      await page.locator(':focus').dispatchEvent('keydown', composed(key));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(panel).toBeVisible();
  });
  await test.step('the palette stays open', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('combobox', { name: 'Search people and commands' });
    // A composition goes to the element that has the focus when it begins.
    await expect(field).toBeFocused();
    const compose = await startComposition(page);
    await compose('ボード');
    for (const key of ['Enter', 'Escape', 'ArrowDown', 'Control+k'])
      await field.dispatchEvent('keydown', composed(key));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('ボード');
    await compose('');
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
  });
  await test.step('a dialog and a menu stay open', async () => {
    await page.getByRole('button', { name: 'Add filter' }).click();
    const menu = page
      .getByRole('dialog')
      .filter({ has: page.getByRole('button') })
      .last();
    await menu.getByRole('button').first().dispatchEvent('keydown', composed('Escape'));
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  });
});

/** The options of a key's event during a composition, as Safari sends it. */
function composed(name: string) {
  const parts = name.split('+');
  return {
    key: parts.at(-1),
    ctrlKey: parts.includes('Control'),
    metaKey: parts.includes('Meta'),
    keyCode: 229,
    bubbles: true,
    cancelable: true,
  };
}

/** Returns a function that composes a text in the focused field, as an input method of Chromium does. */
async function startComposition(page: Page) {
  const client = await page.context().newCDPSession(page);
  return (text: string) =>
    client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
}

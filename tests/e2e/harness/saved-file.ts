import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Makes the browser unable to write files, so that saving is a download. */
export const savesAreDownloads = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }));

/** Returns the file that the browser downloads after an action. */
export async function savedFile(
  page: Page,
  act: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent('download');
  await act();
  const file = await saved;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

import { readFile } from 'node:fs/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { findingsInBothSchemes } from './axe.ts';

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

/**
 * Opens a saved data page in a tab as a file of the disk, where it has no script and no network. Returns its headings and
 * its findings of accessibility, and the content of the JSON inside, which it saves under a name.
 */
export async function readDataPage(page: Page, text: string, jsonName: string) {
  const folder = mkdtempSync(join(tmpdir(), 'solostead-data-page-'));
  const file = join(folder, 'page.html');
  writeFileSync(file, text);
  const tab = await page.context().newPage();
  await tab.goto(pathToFileURL(file).href);
  const headings = await tab.getByRole('heading').allTextContents();
  const found = await findingsInBothSchemes(tab);
  const link = tab.getByRole('link', { name: `save ${jsonName}` });
  const saved = await savedFile(tab, () => link.click());
  await tab.close();
  rmSync(folder, { recursive: true });
  return { headings, findings: found, jsonName: saved.name, json: JSON.parse(saved.text) as unknown };
}

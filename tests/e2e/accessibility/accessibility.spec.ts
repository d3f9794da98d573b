import type { Page } from '@playwright/test';
import { darkRules, findings } from '../harness/axe.ts';
import { expect, test } from '../harness/product.ts';

const pages = [
  '/',
  '/case-study',
  '/privacy',
  '/imprint',
  '/agreement',
  '/confirm-email',
  '/no-such-page',
  '/join/incomplete',
];
const dialogCases = ['join-dialog', 'login-dialog', 'deck-dialog', 'model-dialog'];

/** Long text to read, which has a contrast of 7:1. */
const prose = ['main p', 'main dd'];
const prosePages = ['/', '/case-study'];

const sizeRules = ['target-size', 'scrollable-region-focusable', 'color-contrast'];

/** The reader's settings that one visit tries in turn. Styles follow them without another load. */
interface Setting {
  media?: Parameters<Page['emulateMedia']>[0];
  rules?: readonly string[];
  size?: { width: number; height: number };
}

const schemes: readonly Setting[] = [
  { media: { colorScheme: 'light', forcedColors: 'none' } },
  { media: { colorScheme: 'dark' }, rules: darkRules },
];
const others: readonly Setting[] = [
  { media: { colorScheme: 'light', forcedColors: 'active', reducedMotion: 'reduce' }, rules: darkRules },
  // 400 % zoom, and the rules whose result depends on the size.
  { media: { forcedColors: 'none' }, rules: sizeRules, size: { width: 320, height: 256 } },
];
const desktop = { width: 1350, height: 900 };

/** Returns what axe finds on the page, or in a part of it, under each setting, and in `prose` in either scheme. */
async function findingsUnderEach(
  page: Page,
  settings: readonly Setting[],
  within: readonly string[] = [],
  prose: readonly string[] = [],
): Promise<string[]> {
  const found: string[] = [];
  for (const { media = {}, size = desktop, rules } of settings) {
    await page.setViewportSize(size);
    await page.emulateMedia(media);
    found.push(...(await findings(page, { within, ...(rules && { rules }) })));
    if (prose.length > 0 && media.forcedColors !== 'active' && size === desktop)
      found.push(...(await findings(page, { within: prose, rules: ['color-contrast-enhanced'] })));
  }
  return found;
}

for (const [words, settings, tag] of [
  ['in both schemes', schemes, []],
  ['in forced colours and at 400 % zoom', others, ['@release']],
] as const)
  test(
    `axe finds nothing on any page or in any open dialog, ${words}`,
    { tag: [...tag] },
    async ({ page }) => {
      test.slow();
      for (const path of pages) {
        await page.goto(path);
        const longText = prosePages.includes(path) ? prose : [];
        expect(await findingsUnderEach(page, settings, [], longText)).toEqual([]);
        if (path !== '/') continue;
        for (const id of dialogCases) {
          await page.evaluate(
            (name) => document.querySelector<HTMLDialogElement>(`#${name}`)!.showModal(),
            id,
          );
          expect(await findingsUnderEach(page, settings, [`#${id}`])).toEqual([]);
          await page.keyboard.press('Escape');
          await expect(page.locator(`#${id}`)).toBeHidden();
        }
      }
    },
  );

/** Returns true if the middle of the focused element is on top of everything else. */
const focusIsSeen = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement!;
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !!top && (element.contains(top) || top.contains(element));
  });

test('the keyboard alone reaches everything, and dialogs return the focus', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  const reached = new Set<string>();
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement === body ? null : activeElement?.textContent?.trim();
    });
    if (name === null || name === undefined) break;
    // Scrolling to what has the focus takes its time.
    await expect.poll(() => focusIsSeen(page), `${name} is hidden while it has the focus`).toBe(true);
    reached.add(name);
  }
  for (const name of [
    'Join Us',
    'View Case Study',
    'Why one person is faster',
    'Bio',
    'Request Investor Deck',
  ]) {
    expect([...reached]).toContain(name);
  }
  await skip.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('slider')).toBeFocused();
  const opener = page.locator('#model').getByRole('button');
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

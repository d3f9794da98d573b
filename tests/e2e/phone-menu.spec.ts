import type { Page } from '@playwright/test';
import { findings, findingsInBothSchemes } from './harness/axe.ts';
import { expect, test } from './harness/product.ts';

const widths = [320, 390, 767];

test.use({ hasTouch: true });

const header = (page: Page) => page.getByRole('banner');
const button = (page: Page, name: 'Menu' | 'Close') =>
  header(page).getByRole('button', { name, exact: true });
const joinUs = (page: Page) => header(page).getByRole('button', { name: 'Join Us' });

/**
 * Scrolls the page to each position while the menu is open, and returns where the menu does not begin at the end of
 * the header or exceeds the window, and where something covers the header's buttons.
 */
const faultsAt = (page: Page, positions: readonly number[]) =>
  page.evaluate(async (tops) => {
    const menu = document.querySelector('#menu')!;
    const banner = menu.closest('header')!;
    const covered = (selector: string) => {
      const element = banner.querySelector(selector)!;
      const { x, y, width, height } = element.getBoundingClientRect();
      const isOnTop = element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      return isOnTop ? [] : [`${selector} is covered`];
    };
    const misplaced = () => {
      const [end, { top, bottom }] = [banner.getBoundingClientRect().bottom, menu.getBoundingClientRect()];
      return top >= Math.floor(end) - 1 && bottom <= innerHeight
        ? []
        : [`${top} to ${bottom}, header to ${end}`];
    };
    const faults: string[] = [];
    for (const top of tops) {
      scrollTo({ top, behavior: 'instant' });
      // The place of a menu that is anchored to the header follows in the next frames.
      for (let frame = 0; frame < 60 && (frame < 2 || misplaced().length > 0); frame += 1)
        await new Promise(requestAnimationFrame);
      const found = [...misplaced(), ...covered('[popovertarget]'), ...covered('[commandfor=join-dialog]')];
      faults.push(...found.map((fault) => `scrolled to ${top}: ${fault}`));
    }
    return faults;
  }, positions);

/** Opens the menu on a page scrolled to `from`, looks at it there and further down, and closes it. */
async function expectClear(page: Page, from: number, further: readonly number[]): Promise<void> {
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), from);
  await button(page, 'Menu').tap();
  await expect(button(page, 'Close')).toBeVisible();
  expect(await faultsAt(page, [from, ...further]), `opened at ${from}`).toEqual([]);
  await button(page, 'Close').tap();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(button(page, 'Menu')).toBeVisible();
  await expect(page).toHaveURL('/');
}

// On phones alone: the menu.
test('the open menu covers nothing, works by keyboard and ends at 768 px (contract P2.12) @phone-alone', async ({
  page,
}) => {
  await page.goto('/');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    await expectClear(page, 0, [30, 600, 900, 1500]);
  }
  for (const from of [30, 900]) await expectClear(page, from, [from + 600]);
  await button(page, 'Menu').tap();
  await joinUs(page).tap();
  await expect(page.getByRole('dialog', { name: 'Join Us' })).toBeVisible();
  await page.keyboard.press('Escape');

  const toggle = page.locator('[popovertarget=menu]');
  await button(page, 'Menu').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Close')).toBeFocused();
  await expect(toggle).toHaveAccessibleName('Close');
  await expect(toggle).toHaveText(/Close/, { useInnerText: true });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('navigation').getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(button(page, 'Menu')).toBeFocused();
  await expect(toggle).toHaveAccessibleName('Menu');
  await page.keyboard.press('Space');
  await expect(page.getByRole('navigation')).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Space');
  await expect(page.getByRole('navigation')).toBeHidden();
  expect(await findings(page)).toEqual([]);

  await page.setViewportSize({ width: 767, height: 700 });
  await expect(button(page, 'Menu')).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.setViewportSize({ width: 768, height: 700 });
  await expect(button(page, 'Menu')).toBeHidden();
  await expect(page.getByRole('navigation')).toBeVisible();
});

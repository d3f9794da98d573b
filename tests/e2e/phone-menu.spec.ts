import type { Locator, Page } from '@playwright/test';
import { findings, findingsInBothSchemes } from './harness/axe.ts';
import { expect, test } from './harness/product.ts';

const widths = [320, 360, 390, 412, 600, 767];

test.use({ hasTouch: true });

const header = (page: Page) => page.getByRole('banner');
const button = (page: Page, name: 'Menu' | 'Close') =>
  header(page).getByRole('button', { name, exact: true });
const joinUs = (page: Page) => header(page).getByRole('button', { name: 'Join Us' });

/** Returns true if nothing covers the middle of an element. */
const isOnTop = (element: Locator) =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** The header, its button and Join Us can be seen and pressed, and the menu begins where the header ends. */
async function expectClear(page: Page, where: string): Promise<void> {
  await expect(async () => {
    const [top, menu] = [await header(page).boundingBox(), await page.locator('#menu').boundingBox()];
    expect(menu!.y, where).toBeGreaterThanOrEqual(Math.floor(top!.y + top!.height) - 1);
    expect(menu!.y + menu!.height, where).toBeLessThanOrEqual(page.viewportSize()!.height);
  }).toPass();
  expect(await isOnTop(button(page, 'Close')), where).toBe(true);
  expect(await isOnTop(joinUs(page)), where).toBe(true);
}

// On phones alone: the menu.
test('the open menu covers neither the header nor its button nor Join Us, opens and closes by keyboard, Escape returns the focus, and it ends at 768 px (contract P2.12) @phone-alone', async ({
  page,
}) => {
  await page.goto('/');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    for (const scrolledTo of [0, 30, 900]) {
      await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolledTo);
      await button(page, 'Menu').tap();
      await expectClear(page, `${width} px, scrolled to ${scrolledTo}`);
      await page.evaluate((top) => scrollTo({ top: top + 600, behavior: 'instant' }), scrolledTo);
      await expectClear(page, `${width} px, scrolled on from ${scrolledTo}`);
      await button(page, 'Close').tap();
      await expect(page.getByRole('navigation')).toBeHidden();
      await expect(button(page, 'Menu')).toBeVisible();
      await expect(page).toHaveURL('/');
    }
  }
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

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';

const AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function findings(page: Page, builder = new AxeBuilder({ page }).withTags(AA)): Promise<string[]> {
  // Colours in the middle of a transition are nobody's colours; the scroll-driven progress bar never ends.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map((animation) => animation.finished),
    ),
  );
  const { violations } = await builder.analyze();
  return violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** What depends on the width is looked at on both; the rest once, at desktop width. */
test.beforeEach(({}, info) => {
  const isOnce = !/light colours|dark colours/.test(info.title);
  test.skip(isOnce && info.project.name === 'phone', 'the width makes no difference');
});

const PAGES = ['/', '/case-study', '/confirm-email', '/no-such-page', '/join/incomplete'];
const DIALOGS = ['join-dialog', 'login-dialog', 'deck-dialog', 'model-dialog'];

/** Every page, and every dialog of the landing page while it is open. */
async function everything(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const path of PAGES) {
    await page.goto(path);
    found.push(...(await findings(page)));
  }
  await page.goto('/');
  for (const id of DIALOGS) {
    await page.evaluate((name) => document.querySelector<HTMLDialogElement>(`#${name}`)!.showModal(), id);
    found.push(...(await findings(page, new AxeBuilder({ page }).withTags(AA).include(`#${id}`))));
    await page.keyboard.press('Escape');
  }
  return found;
}

const CONDITIONS = {
  'light colours': {},
  'dark colours': { colorScheme: 'dark' },
  'forced colours': { forcedColors: 'active' },
  'reduced motion': { reducedMotion: 'reduce' },
} as const;

for (const [name, media] of Object.entries(CONDITIONS)) {
  test(`axe finds nothing on any page or in any open dialog with ${name}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia(media);
    expect(await everything(page)).toEqual([]);
  });
}

test('axe finds nothing at 400 % zoom, and nothing needs scrolling in two directions', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await everything(page)).toEqual([]);
});

test('axe finds nothing in the phone’s open menu and after coming back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('navigation').getByRole('link', { name: 'Case Study' }).click();
  await expect(page).toHaveURL('/case-study');
  await page.goBack();
  expect(await findings(page)).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`body text has 7:1 contrast, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ['/', '/case-study']) {
      await page.goto(path);
      const prose = new AxeBuilder({ page })
        .withRules(['color-contrast-enhanced'])
        .include('main p')
        .include('main dd');
      expect(await findings(page, prose)).toEqual([]);
    }
  });
}

/** Whether the middle of what has the focus is on top of everything else. */
const focusIsSeen = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement!;
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !!top && (element.contains(top) || top.contains(element));
  });

test('keyboard alone reaches everything, and the sticky header hides nothing that has the focus', async ({
  page,
}) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
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
});

test('the skip link leads past the header, and dialogs give the focus back', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('button', { name: 'Join Us' }).first()).toBeFocused();
  const opener = page.locator('#model').getByRole('button');
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

import type { Page } from '@playwright/test';
import { findings } from './harness/axe.ts';
import { expect, test } from './harness/product.ts';

const stage = (page: Page) => page.locator('[data-thread]');
const range = (page: Page) => page.getByRole('slider', { name: 'People in the team' });
const channels = (page: Page) => page.getByRole('status', { name: 'Channels between them' });

/** Returns the number of people in the drawing, the visible dots plus the first, which is always visible. */
const drawn = (page: Page) =>
  stage(page).evaluate(
    (node) =>
      1 +
      [...node.querySelectorAll('svg g g circle')].filter(
        (dot) => Number(getComputedStyle(dot).opacity) > 0.5,
      ).length,
  );

const scrollTo = (page: Page, selector: string, block: ScrollLogicalPosition) =>
  page
    .locator(selector)
    .evaluate((node, where) => node.scrollIntoView({ behavior: 'instant', block: where }), block);

test('the range moves nothing by its focus alone, is filled, moved by keyboard and dragged, and announces a team’s channels', async ({
  page,
}) => {
  await page.goto('/');
  await expect(range(page)).toHaveAttribute('aria-valuetext', '1, Channels between them: 0');
  await expect(channels(page)).toHaveText('0');
  await range(page).focus();
  await expect(range(page)).toHaveValue('1');
  expect(await drawn(page)).toBe(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(channels(page)).toHaveText('3');
  await expect.poll(() => drawn(page)).toBe(3);
  await range(page).fill('5');
  await expect(channels(page)).toHaveText('10');
  await expect(range(page)).toHaveAttribute('aria-valuetext', '5, Channels between them: 10');
  await expect.poll(() => drawn(page)).toBe(5);
  const { x, y, width, height } = (await range(page).boundingBox())!;
  await page.mouse.move(x + 8, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(channels(page)).toHaveText('66');
  await expect.poll(() => drawn(page)).toBe(12);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  /** Moves the fall to a part of its time. */
  const fallTo = (page: Page, part: number) =>
    stage(page).evaluate((node, at) => {
      const [fall] = node.getAnimations();
      const { delay = 0, duration } = fall!.effect!.getTiming();
      fall!.pause();
      fall!.currentTime = delay + at * Number(duration);
    }, part);

  /** Opens the page at the beginning of the fall, which could be over before a slow page is looked at. */
  async function openAtStart(page: Page) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await page.goto('/');
    await fallTo(page, 0);
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
  }

  // On phones too, where the figure is between headline and words.
  test('twelve people fall to one once, in at most 50 steps, and a press on the range ends it @phone @release', async ({
    page,
  }) => {
    await openAtStart(page);
    expect(await drawn(page)).toBe(12);
    const film = page.locator('[data-film] > div');
    await expect(film).toHaveCSS('opacity', '0');
    await fallTo(page, 0.4);
    expect(await drawn(page)).toBeLessThan(12);
    expect(await drawn(page)).toBeGreaterThan(1);
    // Each step costs a phone the time of a frame.
    const values = await stage(page).evaluate((node) => {
      const [fall] = node.getAnimations();
      const { delay = 0, duration } = fall!.effect!.getTiming();
      return Array.from({ length: 500 }, (_, moment) => {
        fall!.currentTime = delay + (moment / 500) * Number(duration);
        return getComputedStyle(node).getPropertyValue('--people');
      });
    });
    expect(new Set(values).size).toBeLessThanOrEqual(50);
    expect(new Set(values).size).toBeGreaterThan(40);
    await stage(page).evaluate((node) => node.getAnimations().forEach((fall) => fall.finish()));
    expect(await drawn(page)).toBe(1);
    await expect(film).toHaveCSS('opacity', '1');
    await scrollTo(page, '#new-rules', 'center');
    expect(await stage(page).evaluate((node) => node.getAnimations().length)).toBe(0);
    expect(await drawn(page)).toBe(1);

    await openAtStart(page);
    await fallTo(page, 0.2);
    await range(page).fill('5');
    await expect.poll(() => drawn(page)).toBe(5);
  });
});

test('the range is whole on phones, at 400 % zoom and in forced colours, and is left out on paper @release', async ({
  page,
}) => {
  const ring = stage(page).locator('[class*=ring]').first();
  await page.goto('/');
  for (const [width, height] of [
    [360, 740],
    [390, 844],
    [412, 823],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const part of [stage(page).locator('svg').first(), channels(page), page.getByText('Drag to add')]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
  }

  await page.setViewportSize({ width: 320, height: 256 });
  await range(page).focus();
  await expect(range(page)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await scrollTo(page, '#model', 'start');
  // It would take a quarter of the screen.
  await expect(page.getByRole('banner')).not.toBeInViewport();

  await page.setViewportSize({ width: 1350, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(ring).toBeVisible();
  await expect(range(page)).toBeVisible();
  expect(await findings(page, { within: ['[data-thread]'] })).toEqual([]);

  await page.emulateMedia({ forcedColors: 'none', media: 'print' });
  await expect(ring).toBeVisible();
  await expect(stage(page).getByText('0', { exact: true })).toBeVisible();
  await expect(range(page)).toBeHidden();
});

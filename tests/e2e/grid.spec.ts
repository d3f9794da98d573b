import type { Page } from '@playwright/test';
import { expect, test } from './harness/product.ts';

test('at every width the bars of 75 and 25 % are to scale, their labels are level, nothing is wider than the page, and a heading that a link jumps to is 24 to 32 px below the header', async ({
  page,
}) => {
  await page.goto('/');
  for (const width of [320, 390, 600, 768, 1000, 1180, 1350, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const [builder, lab] = await page
      .locator('#model [class*=bars] i')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    expect(builder! / lab!, `${width} px`).toBeCloseTo(3, 2);
    const gaps = await page.locator('#model [class*=share]').evaluateAll((shares) =>
      shares.map((share) => {
        const [label, text] = [share.querySelector('h3')!, share.querySelector('p:last-child')!];
        return Math.round(text.getBoundingClientRect().top - label.getBoundingClientRect().bottom);
      }),
    );
    expect(gaps[0], `${width} px`).toBe(gaps[1]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
    for (const id of ['new-rules', 'model', 'founders', 'roadmap']) {
      await page.evaluate((hash) => {
        location.hash = '';
        location.hash = hash;
      }, id);
      const below = async () => {
        const header = await page.getByRole('banner').boundingBox();
        const title = await page.locator(`#${id}-title`).boundingBox();
        return title!.y - header!.y - header!.height;
      };
      await expect.poll(below, `${id} at ${width} px`).toBeGreaterThanOrEqual(24);
      expect(await below(), `${id} at ${width} px`).toBeLessThanOrEqual(32);
    }
  }
});

/** Returns the exact position of each section and the length of the page. */
const places = (page: Page) =>
  page.evaluate(() => ({
    scrolled: [scrollY, document.documentElement.scrollHeight],
    sections: [...document.querySelectorAll('main section, footer')].map((section) => {
      const { top, left, width, height } = section.getBoundingClientRect();
      return [section.id, top, left, width, height];
    }),
  }));

/** Sections of which the browser draws nothing. */
const resting = (page: Page) =>
  page
    .locator('main section[id] > :first-child')
    .evaluateAll(
      (parts) => parts.filter((part) => !part.checkVisibility({ contentVisibilityAuto: true })).length,
    );

/** Returns elements whose focus ring is clipped, and the number of checked ones. */
const ringsCutOff = (page: Page) =>
  page.evaluate(() => {
    const clips = (style: CSSStyleDeclaration, axis: 'overflowX' | 'overflowY') =>
      style[axis] === 'clip' ||
      style.contentVisibility === 'auto' ||
      /paint|content|strict/.test(style.contain);
    const cut: string[] = [];
    let rings = 0;
    for (const part of document.querySelectorAll<HTMLElement>(
      'main section :is(a, button, input, summary), fieldset input',
    )) {
      part.focus({ preventScroll: true });
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(part);
      if (!part.matches(':focus-visible') || outlineStyle === 'none') continue;
      rings += 1;
      const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      const { left, right, top, bottom } = part.getBoundingClientRect();
      for (let box = part.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const across = left - ring < edge.left - 0.5 || right + ring > edge.right + 0.5;
        const along = top - ring < edge.top - 0.5 || bottom + ring > edge.bottom + 0.5;
        if ((clips(style, 'overflowX') && across) || (clips(style, 'overflowY') && along))
          cut.push(`${part.textContent || part.getAttribute('name')}`);
      }
    }
    return { rings, cut };
  });

test('a focused element shows its whole ring, in the sections and in the form, behind which nothing moves and hidden content is not rendered', async ({
  page,
}) => {
  const dialog = page.locator('#join-dialog');
  const show = () => dialog.evaluate((found: HTMLDialogElement) => found.showModal());
  const close = () => dialog.evaluate((found: HTMLDialogElement) => found.close());
  for (const width of [360, 768, 1350]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/', { waitUntil: 'networkidle' });
    for (const part of [0, 0.3, 0.6, 1]) {
      const where = `${width} px, ${part}`;
      await page.evaluate(
        (at) => scrollTo({ top: at * document.documentElement.scrollHeight, behavior: 'instant' }),
        part,
      );
      const before = await places(page);
      expect(await resting(page)).toBe(0);
      await show();
      await expect.poll(() => resting(page), where).toBeGreaterThanOrEqual(1);
      expect(await places(page), where).toEqual(before);
      await close();
      await expect.poll(() => resting(page)).toBe(0);
      expect(await places(page), `${where}, closed`).toEqual(before);
    }
    await page.keyboard.press('Tab');
    const sections = await ringsCutOff(page);
    expect(sections.rings, `${width} px`).toBeGreaterThan(20);
    expect(sections.cut, `${width} px`).toEqual([]);
    await show();
    const form = await ringsCutOff(page);
    expect(form.rings, `${width} px, form`).toBeGreaterThan(5);
    expect(form.cut, `${width} px, form`).toEqual([]);
  }
});

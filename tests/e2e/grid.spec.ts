import type { Page } from '@playwright/test';
import { expect, test } from './harness/product.ts';

test('at every width the bars are to scale, nothing is wider than the page, and headings stay below the header @release', async ({
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
    for (const [id, gap] of await gapsBelow(page, ['new-rules', 'model', 'founders', 'roadmap'])) {
      expect(gap, `${id} at ${width} px`).toBeGreaterThanOrEqual(24);
      expect(gap, `${id} at ${width} px`).toBeLessThanOrEqual(32);
    }
  }
});

for (const [reducedMotion, tag] of [
  ['no-preference', ['@release']],
  ['reduce', []],
] as const) {
  const title = `the header marks the section being read and none above the first, with motion: ${reducedMotion}`;
  test(title, { tag: [...tag] }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/');
    const marked = () =>
      page
        .getByRole('banner')
        .getByRole('link')
        .evaluateAll((links) =>
          links
            .filter((link) => link.matches(':target-current'))
            .filter((link) => getComputedStyle(link).textDecorationColor !== 'rgba(0, 0, 0, 0)')
            .map((link) => link.textContent.trim()),
        );
    await expect.poll(marked).toEqual([]);
    await page.locator('#model').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
    await expect.poll(marked).toEqual(['Model']);
  });
}

/** Jumps to each section and returns the distance of its title from the header, once the page has settled there. */
const gapsBelow = (page: Page, ids: readonly string[]) =>
  page.evaluate(async (all) => {
    const gaps: (readonly [id: string, gap: number])[] = [];
    for (const id of all) {
      const gap = () => {
        const header = document.querySelector('header')!.getBoundingClientRect();
        return document.getElementById(`${id}-title`)!.getBoundingClientRect().top - header.bottom;
      };
      location.hash = '';
      location.hash = id;
      for (let frame = 0; frame < 600 && (frame < 2 || gap() < 24); frame += 1)
        await new Promise(requestAnimationFrame);
      gaps.push([id, gap()]);
    }
    return gaps;
  }, ids);

/**
 * Opens and closes the form's dialog at four places of the page. Returns what moved then, and where parts of the page
 * were left out although it was closed, or rendered although it was open.
 */
const restless = (page: Page) =>
  page.evaluate(async () => {
    const dialog = document.querySelector<HTMLDialogElement>('#join-dialog')!;
    const places = () =>
      JSON.stringify([
        [scrollY, document.documentElement.scrollHeight],
        ...Array.from(document.querySelectorAll('main section, footer'), (section) => {
          const { top, left, width, height } = section.getBoundingClientRect();
          return [section.id, top, left, width, height];
        }),
      ]);
    /** Sections of which the browser draws nothing. */
    const resting = () =>
      [...document.querySelectorAll('main section[id] > :first-child')].filter(
        (part) => !part.checkVisibility({ contentVisibilityAuto: true }),
      ).length;
    const faults: string[] = [];
    const look = async (what: string, isDone: () => boolean, before: string) => {
      for (let frame = 0; frame < 600 && !isDone(); frame += 1) await new Promise(requestAnimationFrame);
      if (!isDone()) faults.push(`${what}: ${resting()} sections rest`);
      if (places() !== before) faults.push(`${what}: ${before} became ${places()}`);
    };
    for (const part of [0, 0.3, 0.6, 1]) {
      scrollTo({ top: part * document.documentElement.scrollHeight, behavior: 'instant' });
      // A section that rests keeps the size that it had at the end of the last frame, so that frame has to be whole.
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const before = places();
      if (resting() > 0) faults.push(`${part}: a section rests before`);
      dialog.showModal();
      await look(`${part}, open`, () => resting() >= 1, before);
      dialog.close();
      await look(`${part}, closed`, () => resting() === 0, before);
    }
    return faults;
  });

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

test('a focused element shows its ring, and nothing behind the form moves @release', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  for (const width of [360, 768, 1350]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await restless(page), `${width} px`).toEqual([]);
    await page.keyboard.press('Tab');
    const sections = await ringsCutOff(page);
    expect(sections.rings, `${width} px`).toBeGreaterThan(20);
    expect(sections.cut, `${width} px`).toEqual([]);
    const dialog = page.locator('#join-dialog');
    await dialog.evaluate((found: HTMLDialogElement) => found.showModal());
    const form = await ringsCutOff(page);
    expect(form.rings, `${width} px, form`).toBeGreaterThan(5);
    expect(form.cut, `${width} px, form`).toEqual([]);
    await dialog.evaluate((found: HTMLDialogElement) => found.close());
  }
});

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe is asked about: part of the page (a selector), and other rules than those of WCAG 2.2 AA. */
interface Question {
  within?: readonly string[];
  rules?: readonly string[];
}

/** What the dark scheme can break that the light one has not: everything else is the same page. */
export const darkRules = ['color-contrast'];

/** Rows of a long list and cards of a full column are alike: those beyond the first dozen are not looked at. */
const moreOfTheSame = ['tbody tr:nth-child(n+13)', 'li[draggable]:nth-child(n+13)'];

/** Findings of a page in both schemes: styles follow the scheme without another visit. It is left in the light one. */
export async function findingsInBothSchemes(page: Page, within: readonly string[] = []): Promise<string[]> {
  const light = await findings(page, { within });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findings(page, { within, rules: darkRules });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

/** One line for each rule that something breaks; none is what a test wants. */
export async function findings(page: Page, { within = [], rules }: Question = {}): Promise<string[]> {
  // Colours in the middle of a transition are not meant to be read; the scroll-driven progress bar never ends.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map((animation) => animation.finished),
    ),
  );
  // What is right is not described, and no second page is opened to put frames' results together: there are no frames.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  if (rules) builder.withRules([...rules]);
  else builder.withTags(aa);
  for (const selector of within) builder.include(selector);
  for (const selector of moreOfTheSame) builder.exclude(selector);
  const { violations } = await builder.analyze();
  return violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

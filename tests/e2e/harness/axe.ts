import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import type { RunOnly } from 'axe-core';

/** The minified file has half the size, and each visit parses it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Options of axe, a part of the page (a selector) and rules other than WCAG 2.2 AA. */
interface Question {
  within?: readonly string[];
  rules?: readonly string[];
}

/** Rules that the dark scheme can break although the light one passes. */
export const darkRules = ['color-contrast'];

/** Rows of a long list and cards of a full column are the same, so those beyond the sixth are skipped. */
const moreOfTheSame = ['tbody tr:nth-child(n+7)', 'li[draggable]:nth-child(n+7)'];

/**
 * Returns the findings of a page in both schemes. Styles follow the scheme without another visit. The page is left in
 * the light one.
 */
export async function findingsInBothSchemes(page: Page, within: readonly string[] = []): Promise<string[]> {
  const light = await findings(page, { within });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findings(page, { within, rules: darkRules });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

/** Returns one line for each broken rule. */
export async function findings(page: Page, { within = [], rules }: Question = {}): Promise<string[]> {
  await animationsEnd(page);
  // Once for each visit: parsing it costs as much as a look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(look, {
    include: within,
    exclude: moreOfTheSame,
    runOnly: rules ? { type: 'rule' as const, values: [...rules] } : { type: 'tag' as const, values: aa },
  });
  return violations.map(({ id, targets }) => `${page.url()} ${id}: ${targets.join(', ')}`);
}

/** The open part with the button that opened it. The page around it is looked at without it. */
export const opened = ['dialog[open]', ':popover-open', '[aria-expanded=true]'];

/** The open application, without the list next to it. */
export const openApplication = ['section[aria-label=Application]'];

interface Look {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly runOnly: RunOnly;
}

/** Runs in the page. Only violations are described. The page behind a modal dialog is inert, so it is left out. */
async function look({ include, exclude, runOnly }: Look) {
  const axe = (globalThis as unknown as { axe: Pick<typeof axeCore, 'run'> }).axe;
  const modal = document.querySelector('dialog:modal') ? ['dialog:modal', '[aria-expanded=true]'] : [];
  const parts = include.length > 0 ? [...include] : modal;
  const context = { exclude: [...exclude], ...(parts.length > 0 && { include: parts }) };
  const { violations } = await axe.run(context, { runOnly, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }));
}

/** Waits for transitions, because their colours are temporary. The scroll-driven progress bar never ends. */
const animationsEnd = (page: Page) =>
  page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map((animation) => animation.finished),
    );
  });

import type { Page } from '@playwright/test';

/**
 * Rewrites the page as a browser's translation does. Two nested `font` elements with another text
 * node replace each text node, also one that comes later. The words stay, so that tests find them.
 */
function rewrite(): void {
  const page = window as unknown as { rewritten?: number };
  if (page.rewritten !== undefined) return;
  page.rewritten = 0;
  const replace = (text: Text) => {
    const parent = text.parentElement;
    if (!parent || parent.closest('head, script, style, textarea, option, noscript, svg')) return;
    if (!text.data.trim() && parent.matches('ul, ol, dl, table, thead, tbody, tr, select')) return;
    if (parent.localName === 'font' && parent.parentElement?.localName === 'font') return;
    const outer = document.createElement('font');
    outer.append(document.createElement('font'));
    outer.firstElementChild!.textContent = text.data;
    text.replaceWith(outer);
    page.rewritten! += 1;
  };
  const replaceAll = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(replace);
  };
  replaceAll();
  new MutationObserver(replaceAll).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Waits until React has taken up an element of the page's HTML. */
export async function isHydrated(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (css) => Object.keys(document.querySelector(css) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  );
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Translates the page that is open, and whatever it shows later. */
export const translateNow = (page: Page): Promise<void> => page.evaluate(rewrite);

/** Translates each page that is opened from now on while it is being read, before its scripts run. */
export const translateFromStart = (page: Page) => page.addInitScript(rewrite);

/**
 * Wraps elements themselves, as a translation does with a link within a sentence. React no longer finds them where it
 * put them.
 */
export const takeAway = (page: Page, selector: string): Promise<number> =>
  page.evaluate((css) => {
    const elements = [...document.querySelectorAll(css)];
    for (const element of elements) {
      const font = document.createElement('font');
      element.replaceWith(font);
      font.append(element);
    }
    return elements.length;
  }, selector);

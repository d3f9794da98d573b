import type { Page } from '@playwright/test';

type Kind = 'localStorage' | 'sessionStorage';

/** Leaves no room for another character in these storages of the origin that the page is on. */
export const fillStorage = (page: Page, kinds: readonly Kind[]) =>
  page.evaluate((names) => {
    for (const name of names) {
      const storage = window[name];
      for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2))
        for (let isRoom = true; isRoom;)
          try {
            storage.setItem(`ballast.${storage.length}`, 'x'.repeat(size));
          } catch {
            isRoom = false;
          }
    }
  }, kinds);

/** From the next page on the browser refuses both storages, as where the person blocks a site's cookies. */
export const closeStorage = (page: Page) =>
  page.addInitScript(() => {
    for (const store of ['sessionStorage', 'localStorage'])
      Object.defineProperty(globalThis, store, {
        get: () => {
          throw new DOMException('told to store nothing', 'SecurityError');
        },
      });
  });

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetText, isInPageAlone, keepText, storedText } from './keep-text.ts';

const KEY = 'draft';

/** The tab's storage with room for this many characters a text. */
function tabWith(room: number): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem(key: string, text: string) {
        if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
        stored.set(key, text);
      },
      removeItem: (key: string) => stored.delete(key),
    },
  });
  return stored;
}

beforeEach(() => void tabWith(0));

afterEach(() => forgetText('sessionStorage', KEY));

it('keeps a text that exceeds the storage in the page, and removes its older version', () => {
  const tab = tabWith(5);
  keepText('sessionStorage', KEY, 'short');
  keepText('sessionStorage', KEY, 'longer');
  expect(storedText('sessionStorage', KEY)).toBe('longer');
  expect([isInPageAlone('dra'), isInPageAlone('other')]).toEqual([true, false]);
  expect(tab.size).toBe(0);
});

it('moves a text back to the storage once it fits', () => {
  const tab = tabWith(5);
  keepText('sessionStorage', KEY, 'longer');
  keepText('sessionStorage', KEY, 'short');
  expect(tab.get(KEY)).toBe('short');
  tab.set(KEY, 'other');
  expect(storedText('sessionStorage', KEY)).toBe('other');
});

it('removes a forgotten text from the page as well', () => {
  keepText('sessionStorage', KEY, 'without room');
  forgetText('sessionStorage', KEY);
  expect(storedText('sessionStorage', KEY)).toBeNull();
});

it('keeps texts for the lifetime of the page if the browser refuses its storage', () => {
  vi.stubGlobal('window', {
    get sessionStorage(): Storage {
      throw new DOMException('told to store nothing', 'SecurityError');
    },
  });
  expect(storedText('sessionStorage', KEY)).toBeNull();
  keepText('sessionStorage', KEY, 'here');
  expect(storedText('sessionStorage', KEY)).toBe('here');
});

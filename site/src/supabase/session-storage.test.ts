import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_KEY as KEY, sessionScope, sessionStore } from './session-storage.ts';

/** A browser's storage with this many free characters. */
function storageWith(room: number): Storage {
  const stored = new Map<string, string>();
  let left = room;
  const storage = {
    get length() {
      return stored.size;
    },
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, text: string) {
      const more = text.length - (stored.get(key)?.length ?? 0);
      if (more > left) throw new DOMException('full', 'QuotaExceededError');
      left -= more;
      stored.set(key, text);
    },
    removeItem(key: string) {
      left += stored.get(key)?.length ?? 0;
      stored.delete(key);
    },
  };
  return storage as Storage;
}

function browser(local: number, tab: number): { local: Storage; tab: Storage } {
  const storages = { local: storageWith(local), tab: storageWith(tab) };
  vi.stubGlobal('localStorage', storages.local);
  vi.stubGlobal('sessionStorage', storages.tab);
  return storages;
}

// A file of the same worker may have left one on the page, too.
beforeEach(() => sessionStore.removeItem(KEY));
afterEach(() => sessionStore.removeItem(KEY));

it.each([
  ['all tabs', 5000, 5000, 'browser'],
  ['one tab, where all of them have no room', 0, 5000, 'tab'],
  ['one tab, if the storage of all tabs is too small for a session', 1000, 5000, 'tab'],
  ['the page, if no storage has room', 0, 0, 'page'],
] as const)('a new session reaches %s, and checking it stores nothing', (_title, local, tab, reach) => {
  const storages = browser(local, tab);
  expect(sessionScope()).toBe(reach);
  expect([storages.local.length, storages.tab.length]).toEqual([0, 0]);
});

it('a stored session keeps its reach when the storage around it is full', () => {
  browser(20, 0);
  sessionStore.setItem(KEY, 'in the twenty letters');
  expect(sessionScope()).toBe('page');
  sessionStore.setItem(KEY, 'in twenty letters');
  expect(sessionScope()).toBe('browser');
});

it('moves a renewed session that no longer fits its storage, and removes the old one', () => {
  const { local, tab } = browser(20, 5000);
  sessionStore.setItem(KEY, 'in twenty letters');
  sessionStore.setItem(KEY, 'renewed, in more than twenty');
  expect(sessionStore.getItem(KEY)).toBe('renewed, in more than twenty');
  expect([local.length, tab.length]).toEqual([0, 1]);
});

it("a tab's own session does not come back after a session of all tabs has ended", () => {
  browser(0, 5000);
  sessionStore.setItem(KEY, 'of this tab');
  const later = storageWith(5000);
  later.setItem(KEY, 'of all tabs');
  vi.stubGlobal('localStorage', later);
  expect(sessionStore.getItem(KEY)).toBe('of all tabs');
  later.removeItem(KEY);
  expect(sessionStore.getItem(KEY)).toBeNull();
});

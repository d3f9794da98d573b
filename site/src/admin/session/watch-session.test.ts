import { expect, it, vi } from 'vitest';
import { SESSION_KEY } from '../../supabase/session-storage.ts';
import { watchSession } from './watch-session.ts';

const sessionOf = (id: string) => JSON.stringify({ user: { id } });

/** Changes the storage from another tab, and returns what the page is notified of. */
function eventsOf(key: string | null, stored: { browser?: string; tab?: string }): string[] {
  const storage = (text?: string) => ({
    getItem: (name: string) => (name === SESSION_KEY ? (text ?? null) : null),
    removeItem() {},
  });
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('localStorage', storage(stored.browser));
  vi.stubGlobal('sessionStorage', storage(stored.tab));
  const events: string[] = [];
  const stop = watchSession({
    onLost: () => events.push('lost'),
    onChanged: () => events.push('changed'),
    onReplaced: (userId) => events.push(`replaced by ${userId}`),
    onDoubt: () => events.push('doubt'),
    onFragment: () => events.push('fragment'),
  });
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: stored.browser ?? null }));
  stop();
  return events;
}

it.each([
  ['a session that was removed', SESSION_KEY, {}, ['lost']],
  ['storage that was cleared', null, {}, ['lost']],
  [
    'storage that was cleared while this tab has its own session',
    null,
    { tab: sessionOf('me') },
    ['replaced by me', 'changed'],
  ],
  ['another session', SESSION_KEY, { browser: sessionOf('you') }, ['replaced by you', 'changed']],
  ['something else', 'solostead.theme', {}, []],
])('notices %s in another tab', (_title, key, stored, events) => {
  expect(eventsOf(key, stored)).toEqual(events);
});

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Wait } from './keyboard.ts';
import { useKeyboard } from './KeyboardProvider.tsx';
import { keysAreOn } from './keys-setting.ts';

/** What stands above what: a key does what the highest of them says. */
const levels = { workspace: 0, screen: 1, panel: 2, waiting: 3 } as const;

/** Keys that work even where single-key shortcuts are switched off. */
const always = new Set(['Escape', 'Enter']);

type Bindings = Readonly<Record<string, (() => void) | undefined>>;

/** Gives keys a meaning for as long as this part of the page is there. */
export function useKeys(bindings: Bindings, level: keyof typeof levels = 'workspace'): void {
  const keyboard = useKeyboard();
  const find = useEffectEvent((key: string) => {
    if (!keysAreOn() && !always.has(key)) return null;
    return (Object.hasOwn(bindings, key) && bindings[key]) || null;
  });
  useLayoutEffect(
    () => keyboard.register({ level: levels[level], find: (key) => find(key) }),
    [keyboard, level],
  );
}

/**
 * Lets these keys, and all that are typed after them, wait while what they concern is loaded. When it does not come,
 * because it failed or one went elsewhere, they are dropped and that is told.
 */
export function useWaitingKeys(keys: readonly string[], state: 'loading' | 'there' | 'failed'): void {
  const keyboard = useKeyboard();
  const wait = useRef<Wait | null>(null);
  const hold = (key: string) => () => void (wait.current = keyboard.hold(key));
  const waiting = state === 'loading' ? keys.map((key) => [key, hold(key)] as const) : [];
  useKeys(Object.fromEntries(waiting), 'waiting');
  const end = useEffectEvent((how: 'done' | 'fail') => soon(wait.current?.[how]));
  useEffect(() => {
    if (state === 'there') end('done');
    if (state === 'failed') end('fail');
  }, [state]);
  useEffect(() => () => end('done'), []);
}

/** After this drawing: each key that waited draws what follows from it, and one drawing cannot hold another. */
export function soon(end: (() => void) | undefined): void {
  if (end) queueMicrotask(end);
}

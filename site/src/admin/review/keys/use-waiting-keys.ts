import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Wait } from './keyboard.ts';
import { useKeyboard } from './KeyboardProvider.tsx';
import { keysAreOn } from './keys-setting.ts';

/** Above the commands, below an open menu. */
const WAITING_LEVEL = 3;

/** What becomes of something that keys concern. */
export type Arrival = 'loading' | 'there' | 'failed';

/**
 * Lets these keys, and all that are typed after them, wait while what they concern is loaded. When it does not come,
 * because it failed or one went elsewhere, they are dropped and that is told.
 */
export function useWaitingKeys(keys: readonly string[], state: Arrival): void {
  const keyboard = useKeyboard();
  const wait = useRef<Wait | null>(null);
  const find = useEffectEvent((key: string) =>
    state === 'loading' && keysAreOn() && keys.includes(key)
      ? () => void (wait.current = keyboard.hold(key))
      : null,
  );
  useLayoutEffect(() => keyboard.register({ level: WAITING_LEVEL, find: (key) => find(key) }), [keyboard]);
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

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Wait } from './keyboard.ts';
import { useKeyboard } from './KeyboardProvider.tsx';
import { keepText, keptText } from '../../../../ui/keep-text.ts';

/** Above the commands, below an open menu. */
const WAITING_LEVEL = 3;

/** The loading state of something that keys concern. */
export type Arrival = 'loading' | 'there' | 'failed';

/**
 * Queues these keys, and all later ones, while their target is loading. If it fails or the person leaves, they are
 * dropped with a notice.
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

/** Runs after this render, because each queued key renders, and one render cannot contain another. */
export function soon(end: (() => void) | undefined): void {
  if (end) queueMicrotask(end);
}

const SETTING = 'solostead.review.keys';

/** Single-key shortcuts can be switched off, because they interfere with speech input (WCAG 2.1.4). */
export const keysAreOn = () => keptText('localStorage', SETTING) !== 'off';
export const switchKeys = (on: boolean) => keepText('localStorage', SETTING, on ? 'on' : 'off');

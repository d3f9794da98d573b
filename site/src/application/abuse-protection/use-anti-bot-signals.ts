import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { HONEYPOT_FIELD, MIN_ELAPSED_MS } from '../../../../supabase/functions/_shared/contract/honeypot.ts';
import type { AntiBotSignals } from './anti-bot-signals.ts';
import { findProof } from './proof.ts';
import { browserClock, untilElapsed } from './until-elapsed.ts';

interface Options {
  dialog: RefObject<HTMLDialogElement | null>;
  questionsVersion: number;
}

/**
 * Collects the signals of an application, which are the time since the dialog opened, the trap, and a proof that a
 * worker finds while the person types. `gather` waits until a person could have filled the form in.
 */
export function useAntiBotSignals({ dialog, questionsVersion }: Options) {
  const openedAt = useRef(0);
  const proof = useRef<Promise<string | null> | null>(null);

  useEffect(() => {
    const element = dialog.current;
    openedAt.current = browserClock.now();
    const onToggle = () => {
      if (element?.open) openedAt.current = browserClock.now();
    };
    element?.addEventListener('toggle', onToggle);
    return () => element?.removeEventListener('toggle', onToggle);
  }, [dialog]);

  const beginProof = useCallback(() => {
    proof.current ??= findProof();
  }, []);

  const gather = async (): Promise<AntiBotSignals> => {
    // The fields were filled in before the script arrived.
    beginProof();
    await untilElapsed(MIN_ELAPSED_MS, () => openedAt.current, browserClock);
    const found = await proof.current;
    // A proof is good once.
    proof.current = null;
    const honeypot =
      dialog.current?.querySelector<HTMLInputElement>(`input[name='${HONEYPOT_FIELD}']`)?.value ?? '';
    return {
      elapsed: browserClock.now() - openedAt.current,
      honeypot,
      proof: found ?? null,
      questionsVersion,
    };
  };

  return { beginProof, gather };
}

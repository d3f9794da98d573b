import { useCallback, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { honeypotField } from '../../../../supabase/functions/_shared/contract/honeypot.ts';
import { LEAST_ELAPSED_MS } from './antiBotSignals.ts';
import type { AntiBotSignals } from './antiBotSignals.ts';
import { findProof } from './proof.ts';
import { browserClock, untilElapsed } from './untilElapsed.ts';

interface Options {
  dialog: RefObject<HTMLDialogElement | null>;
  questionsVersion: number;
}

/**
 * Gathers what travels beside an application: the time since the dialog opened, the trap, and a proof that a worker
 * looks for while the person types. `gather` waits until a person could have filled the form in.
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
    // Nothing was typed since the script arrived: all of it stood there before.
    beginProof();
    await untilElapsed(LEAST_ELAPSED_MS, () => openedAt.current, browserClock);
    const found = await proof.current;
    // A proof is good once.
    proof.current = null;
    const honeypot =
      dialog.current?.querySelector<HTMLInputElement>(`input[name='${honeypotField}']`)?.value ?? '';
    return {
      elapsed: browserClock.now() - openedAt.current,
      honeypot,
      proof: found ?? null,
      questionsVersion,
    };
  };

  return { beginProof, gather };
}

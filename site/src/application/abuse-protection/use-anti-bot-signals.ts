import { useEffect, useRef, type RefObject } from 'react';
import type { Challenge } from 'altcha-lib/types';
import { HONEYPOT_FIELD, MIN_ELAPSED_MS } from '@solostead/contract/honeypot';
import type { AntiBotSignals } from './anti-bot-signals.ts';
import { untilElapsed } from './until-elapsed.ts';
import { visitorData } from '../../supabase/visitor.ts';

/** Requests a challenge. Returns null while none is needed or available, when the insert reports the reason. */
async function askForChallenge(): Promise<Challenge | null> {
  try {
    const { data, error } = await visitorData().rpc('application_challenge');
    return error || typeof data !== 'object' ? null : (data as Challenge | null);
  } catch {
    return null;
  }
}

const makeWorker = () => new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' });

/**
 * Returns the solution in the format of `x-application-proof` (docs/applying.md). Several workers share the search.
 */
async function solve(challenge: Challenge): Promise<string | null> {
  const { solveChallengeWorkers } = await import('altcha-lib');
  const concurrency = Math.min(4, navigator.hardwareConcurrency || 1);
  const solution = await solveChallengeWorkers({ challenge, concurrency, createWorker: makeWorker });
  if (!solution) return null;
  const { nonce, salt, expiresAt } = challenge.parameters;
  return JSON.stringify({
    nonce,
    salt,
    expiresAt,
    counter: solution.counter,
    signature: challenge.signature,
  });
}

/**
 * Returns a solved challenge, found in a worker while the person types, or null when none is required. It is valid
 * once.
 */
async function findProof(): Promise<string | null> {
  const challenge = await askForChallenge();
  return challenge && solve(challenge).catch(() => null);
}

/**
 * Collects the signals of an application, which are the time since the dialog opened, the trap, and a proof that a
 * worker finds while the person types. `gather` waits until a person could have filled the form in.
 */
export function useAntiBotSignals(dialog: RefObject<HTMLDialogElement | null>, questionsVersion: number) {
  const openedAt = useRef(0);
  const proof = useRef<Promise<string | null> | null>(null);

  useEffect(() => {
    const element = dialog.current;
    openedAt.current = performance.now();
    const onToggle = () => {
      if (element?.open) openedAt.current = performance.now();
    };
    element?.addEventListener('toggle', onToggle);
    return () => element?.removeEventListener('toggle', onToggle);
  }, [dialog]);

  const beginProof = () => {
    proof.current ??= findProof();
  };

  const gather = async (): Promise<AntiBotSignals> => {
    // The fields were filled in before the script arrived.
    beginProof();
    await untilElapsed(MIN_ELAPSED_MS, () => openedAt.current);
    const found = await proof.current;
    // A proof is good once.
    proof.current = null;
    const honeypot =
      dialog.current?.querySelector<HTMLInputElement>(`input[name='${HONEYPOT_FIELD}']`)?.value ?? '';
    return {
      elapsed: performance.now() - openedAt.current,
      honeypot,
      proof: found ?? null,
      questionsVersion,
    };
  };

  return { beginProof, gather };
}

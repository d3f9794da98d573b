import type { Challenge } from 'altcha-lib/types';
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
export async function findProof(): Promise<string | null> {
  const challenge = await askForChallenge();
  return challenge && solve(challenge).catch(() => null);
}

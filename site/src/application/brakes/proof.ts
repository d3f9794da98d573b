import type { Challenge } from 'altcha-lib/types';
import { visitorData } from '../../supabase/visitor.ts';

/** Asks for a challenge; null while none is needed, and when none can be had (the insert then says why). */
async function askForChallenge(): Promise<Challenge | null> {
  try {
    const { data, error } = await visitorData().rpc('application_challenge');
    return error || typeof data !== 'object' ? null : (data as Challenge | null);
  } catch {
    return null;
  }
}

/** The solution as `x-application-proof` carries it (docs/applying.md). */
function solve(challenge: Challenge): Promise<string | null> {
  const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string | null>((resolve) => {
    worker.addEventListener('error', () => resolve(null));
    worker.addEventListener('message', ({ data: counter }: MessageEvent<number | null>) => {
      const { nonce, salt, expiresAt } = challenge.parameters;
      const proof = { nonce, salt, expiresAt, counter, signature: challenge.signature };
      resolve(counter === null ? null : JSON.stringify(proof));
    });
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

/** A solved challenge, found in a worker while the person types; null when the lab asks for none. Good once. */
export async function findProof(): Promise<string | null> {
  const challenge = await askForChallenge();
  return challenge && solve(challenge);
}

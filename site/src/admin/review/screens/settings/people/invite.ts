import * as z from 'zod/mini';
import { TIMEOUT_MS } from '#supabase/connection.ts';
import { memberFunctions } from '#supabase/member-functions.ts';
import { ReviewError } from '../../../kernel/data/review-error.ts';
import type { Access } from '../../../kernel/data/shapes/people.ts';

const refusal = z.object({ error: z.string() });

/** Returns the server's sentence, or ''. */
const sentenceOf = (answer: unknown): string => z.safeParse(refusal, answer).data?.error ?? '';

/** Invites an address with a name or ''. Rejects with a ReviewError in the server's words. */
export async function invite(email: string, access: Access, name: string): Promise<void> {
  const { error, response } = await memberFunctions().invoke('invite-admin', {
    body: { email, access, name: name || null },
    timeout: TIMEOUT_MS,
  });
  if (!error) return;
  if (!response) throw new ReviewError('offline', String(error));
  const sentence = await response.json().then(sentenceOf, () => '');
  throw new ReviewError(response.status < 500 ? 'refused' : 'failed', sentence);
}

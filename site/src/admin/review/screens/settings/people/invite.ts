import { FunctionsFetchError, FunctionsHttpError } from '@supabase/functions-js';
import * as z from 'zod/mini';
import { memberFunctions } from '../../../../../supabase/member.ts';
import { ReviewError } from '../../../kernel/data/review-error.ts';
import type { Access } from '../../../kernel/data/shapes/people.ts';

const refusal = z.object({ error: z.string() });

/** Returns the server's sentence, or ''. */
const sentenceOf = (answer: unknown): string => z.safeParse(refusal, answer).data?.error ?? '';

/** Invites an address with a name or ''. Rejects with a ReviewError in the server's words. */
export async function invite(email: string, access: Access, name: string): Promise<void> {
  const body = { email, access, name: name || null };
  const { error } = await memberFunctions().invoke('invite-admin', { body });
  if (!error) return;
  if (error instanceof FunctionsFetchError) throw new ReviewError('offline', error.message);
  if (!(error instanceof FunctionsHttpError)) throw new ReviewError('failed', String(error));
  // The library's type says nothing of it: the response.
  const response: unknown = error.context;
  if (!(response instanceof Response)) throw new ReviewError('failed', '');
  const sentence = await response.json().then(sentenceOf, () => '');
  throw new ReviewError(response.status < 500 ? 'refused' : 'failed', sentence);
}

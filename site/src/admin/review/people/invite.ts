import { FunctionsFetchError, FunctionsHttpError } from '@supabase/functions-js';
import { memberFunctions } from '../../../supabase/member.ts';
import { ReviewError } from '../data/review-error.ts';
import type { Access } from '../data/shapes.ts';

/** Has the server invite an address; rejects with a ReviewError in the server's words. */
export async function invite(email: string, access: Access): Promise<void> {
  const { error } = await memberFunctions().invoke('invite-admin', { body: { email, access } });
  if (!error) return;
  if (error instanceof FunctionsFetchError) throw new ReviewError('offline', error.message);
  if (!(error instanceof FunctionsHttpError)) throw new ReviewError('failed', String(error));
  const response = error.context as Response;
  const answer = (await response.json().catch(() => ({}))) as { error?: string };
  throw new ReviewError(response.status < 500 ? 'refused' : 'failed', answer.error ?? '');
}

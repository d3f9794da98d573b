import { memberData } from '../../../../supabase/member.ts';
import { connectionFound, connectionLost } from './connection.ts';
import { anything, type Decode } from '../../../../supabase/decode.ts';
import { ReviewError, reviewErrorOf } from './review-error.ts';

/**
 * Calls a review function and validates its answer. Rejects with a ReviewError only. Without a check the answer is
 * not used.
 */
export async function call(name: string, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>;
export async function call<Answer>(
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  check: Decode<Answer>,
): Promise<Answer>;
export async function call(
  name: string,
  parameters: Readonly<Record<string, unknown>> = {},
  check: Decode<unknown> = anything,
): Promise<unknown> {
  return answered(memberData().rpc(name, parameters), check);
}

/** Returns the validated answer of any request to the data API. Rejects with a ReviewError. */
export async function answered<Answer>(
  request: PromiseLike<{ data: unknown; status: number; error: { code?: string; message: string } | null }>,
  check: Decode<Answer>,
): Promise<Answer> {
  let answer;
  try {
    answer = await request;
  } catch (cause) {
    connectionLost();
    throw new ReviewError('offline', String(cause));
  }
  const error = answer.error && reviewErrorOf(answer);
  if (error?.errorKind === 'offline') connectionLost();
  else connectionFound();
  if (error) throw error;
  try {
    return check(answer.data);
  } catch (cause) {
    throw new ReviewError('failed', String(cause));
  }
}

/** A table of the review. */
export const table = (name: string) => memberData().from(name);

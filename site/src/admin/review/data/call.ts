import { memberData } from '../../../supabase/member.ts';
import { connectionFound, connectionLost } from './connection.ts';
import { ReviewError, reviewErrorOf } from './review-error.ts';

/** Calls one of the review's functions; rejects with a ReviewError, never with anything else. */
export async function call<Answer>(
  name: string,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  return answered<Answer>(memberData().rpc(name, parameters));
}

/** The rows of a table or the answer of any request to the data API; rejects with a ReviewError. */
export async function answered<Answer>(
  request: PromiseLike<{ data: unknown; status: number; error: { code?: string; message: string } | null }>,
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
  return answer.data as Answer;
}

/** A table of the review. */
export const table = (name: string) => memberData().from(name);

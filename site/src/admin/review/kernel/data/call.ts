import * as z from 'zod/mini';
import { inZone } from './in-zone.ts';
import { memberData } from '#supabase/member.ts';
import { connectionFound, connectionLost } from './connection.ts';
import { isPassing, ReviewError, reviewErrorOf } from './review-error.ts';

/**
 * Calls a review function and validates its answer. Rejects with a ReviewError only. Without a shape the answer is
 * not used.
 */
export async function call(name: string, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>;
export async function call<Answer>(
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  shape: z.ZodMiniType<Answer>,
): Promise<Answer>;
export async function call(
  name: string,
  parameters: Readonly<Record<string, unknown>> = {},
  shape: z.ZodMiniType<unknown> = z.unknown(),
): Promise<unknown> {
  return answered(memberData().rpc(name, inZone(parameters)), shape);
}

/** Returns the validated answer of any request to the data API. Rejects with a ReviewError. */
export async function answered<Answer>(
  request: PromiseLike<{ data: unknown; status: number; error: { code?: string; message: string } | null }>,
  shape: z.ZodMiniType<Answer>,
): Promise<Answer> {
  let answer;
  try {
    answer = await request;
  } catch (cause) {
    connectionLost();
    throw new ReviewError('offline', String(cause));
  }
  const error = answer.error && reviewErrorOf(answer);
  if (error && isPassing(error)) connectionLost(answer.status === 0 ? 'offline' : 'busy');
  else connectionFound();
  if (error) throw error;
  const read = z.safeParse(shape, answer.data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ReviewError('failed', `unexpected answer at ${issue?.path.join('.') || 'the top'}`);
}

export const table = (name: string) => memberData().from(name);

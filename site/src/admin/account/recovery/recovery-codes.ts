import { queryOptions } from '@tanstack/react-query';
import { isAuthRetryableFetchError } from '@supabase/auth-js';
import { auth } from '../../../supabase/auth.ts';
import { readFactorKinds } from '../../../supabase/auth-settings.ts';
import { refusal } from '../../session/answer-of.ts';
import type { Refusal } from '../../session/answer.ts';
import { readErrorOf, accountKey } from '../parts/read.ts';
import { serverNow } from '../../../supabase/clock.ts';

/** The account's codes with their total and unused numbers, or none yet, or not supported by the backend. */
export type RecoveryCodes =
  | { readonly kind: 'set'; readonly total: number; readonly left: number }
  | { readonly kind: 'none' | 'unknown-here' };

/** The auth service's error for an account without recovery codes. */
const NONE = 'mfa_factor_not_found';

/** @throws ReadError */
export async function readRecoveryCodes(): Promise<RecoveryCodes> {
  const { recovery_code } = await readFactorKinds();
  if (!recovery_code.verify) return { kind: 'unknown-here' };
  const { data, error } = await auth().mfa.recoveryCodes.getStatus();
  if (!error) return { kind: 'set', total: data.total, left: data.remaining };
  if (error.code === NONE) return { kind: recovery_code.enroll ? 'none' : 'unknown-here' };
  if (isAuthRetryableFetchError(error) || error.status === 401 || error.status === 403)
    throw readErrorOf(error);
  return { kind: 'unknown-here' };
}

/** Returns true if there are so few codes that the page asks for new ones. */
export const isRunningLow = (left: number): boolean => left <= 3;

/** Formats '4 of 10 codes left.', and asks for new codes when few remain. */
export function spellLeft({ left, total }: { readonly left: number; readonly total: number }): string {
  if (left === 0) return `All ${total} codes are used. Please make new ones.`;
  const sentence = `${left} of ${total} codes left.`;
  return isRunningLow(left) ? `${sentence} Make new ones before they run out.` : sentence;
}

/** New codes, which cannot be read again. */
export interface NewCodes {
  readonly codes: readonly string[];
  readonly madeAt: Date;
}

/** Groups codes by four characters, which are easier to copy by hand, as in 'K4M9-X7QP-2ABC-HT3Z'. */
const grouped = (code: string): string =>
  code
    .toUpperCase()
    .match(/.{1,4}/g)
    ?.join('-') ?? code;

/** Creates the first set, or replaces the existing one, whose codes become invalid. */
export async function makeRecoveryCodes(isFirst: boolean): Promise<NewCodes | Refusal> {
  const { recoveryCodes } = auth().mfa;
  const { data, error } = await (isFirst ? recoveryCodes.generate() : recoveryCodes.regenerate());
  return error ? refusal(error) : { codes: data.codes.map(grouped), madeAt: new Date(serverNow()) };
}

export const recoveryCodesQuery = queryOptions({
  queryKey: [...accountKey, 'recovery-codes'],
  queryFn: readRecoveryCodes,
});

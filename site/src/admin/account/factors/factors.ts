import { queryOptions } from '@tanstack/react-query';
import { auth } from '../../../supabase/auth.ts';
import { renewSession } from '../../../supabase/session.ts';
import { type FactorKind, readFactorKinds } from '../../../supabase/auth-settings.ts';
import { dataOf, accountKey } from '../parts/read.ts';
import { proveKey } from '../../second-factor/prove-key.ts';
import { answerOf, refusal } from '../../session/answer-of.ts';
import type { Answer, Refusal } from '../../session/answer.ts';

/** A second factor of the account. */
export interface Factor {
  readonly id: string;
  readonly kind: Exclude<FactorKind, 'recovery_code'>;
  /** The person's name for it, or a phone's number, or ''. */
  readonly name: string;
  readonly createdAt: string;
}

/** The name of each kind of second factor. */
export const factorNames: Readonly<Record<Factor['kind'], string>> = {
  totp: 'Authenticator app',
  webauthn: 'Security key',
  phone: 'Text message',
};

/** An app that is being added, shown as a picture and as text until its first code is verified. */
export interface Enrolment {
  readonly id: string;
  /** `otpauth://…`, for the picture. */
  readonly uri: string;
  readonly key: string;
}

/** The library's type leaves a phone's number out, the wire does not. */
const numberOf = ({ phone }: { phone?: string }) => (phone ? `+${phone}` : '');

/** Returns the factors of the sign-in, the oldest first, without recovery codes (recovery/). @throws ReadError */
async function readFactors(): Promise<readonly Factor[]> {
  const { all } = await dataOf(auth().mfa.listFactors());
  return all
    .filter(({ status, factor_type }) => status === 'verified' && factor_type !== 'recovery_code')
    .map(({ id, factor_type, friendly_name, created_at, ...rest }) => ({
      id,
      kind: factor_type as Factor['kind'],
      name: friendly_name || numberOf(rest as { phone?: string }),
      createdAt: created_at,
    }));
}

/** A factor that was begun earlier and never proven makes room. */
async function removeUnproven(): Promise<void> {
  const { data } = await auth().mfa.listFactors();
  const unproven = data?.all.filter(({ status }) => status === 'unverified') ?? [];
  await Promise.all(unproven.map(({ id }) => auth().mfa.unenroll({ factorId: id })));
}

/** Begins to add an app. */
export async function beginEnrolment(name: string): Promise<Enrolment | Refusal> {
  await removeUnproven();
  const { data, error } = await auth().mfa.enroll({ factorType: 'totp', friendlyName: name });
  if (error) return refusal(error);
  return { id: data.id, uri: data.totp.uri, key: data.totp.secret };
}

/**
 * Adds a security key. The browser asks the person to touch it. This session then counts as verified. `left` ends
 * that. If the person cancels while the key is sent, it is removed again.
 */
export async function addKey(name: string, left: AbortSignal, cancelled: AbortSignal): Promise<Answer> {
  await removeUnproven();
  const { data, error } = await auth().mfa.enroll({ factorType: 'webauthn', friendlyName: name });
  if (error) return refusal(error);
  const answer = await proveKey(data.id, left);
  if (!answer.ok) await auth().mfa.unenroll({ factorId: data.id });
  else if (cancelled.aborted) await removeFactor(data.id);
  return answer;
}

/** Completes the enrolment with the app's first code, and removes it again as addKey does. */
export async function proveEnrolment(id: string, code: string, cancelled: AbortSignal): Promise<Answer> {
  const answer = await answerOf(auth().mfa.challengeAndVerify({ factorId: id, code }));
  if (answer.ok && cancelled.aborted) await removeFactor(id);
  return answer;
}

/** Gives up adding an app. */
export const forgetEnrolment = (id: string): Promise<Answer> =>
  answerOf(auth().mfa.unenroll({ factorId: id }));

/** The auth service's refusal to leave recovery codes as the only factor, which must go first. */
const SOLE_FACTOR = 'mfa_recovery_codes_sole_factor';

/**
 * Removes a factor, and with the last one the recovery codes. This session may lose its proof with it, and the page
 * then asks for another (useGuard).
 */
export async function removeFactor(id: string): Promise<Answer> {
  let answer = await forgetEnrolment(id);
  if (!answer.ok && answer.code === SOLE_FACTOR) {
    await answerOf(auth().mfa.recoveryCodes.unenroll());
    answer = await forgetEnrolment(id);
  }
  if (answer.ok) await renewSession();
  return answer;
}

export const factorsQuery = queryOptions({ queryKey: [...accountKey, 'factors'], queryFn: readFactors });

/** The backend's kinds of second factor. */
export const factorKindsQuery = queryOptions({
  queryKey: ['factor-kinds'],
  queryFn: () => readFactorKinds(),
});

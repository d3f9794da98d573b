import { auth } from '../../supabase/auth.ts';
import { answerOf } from '../session/answer.ts';
import type { Answer } from '../session/answer.ts';

/** An authenticator app of the account. */
export interface Factor {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** An app that is being added: shown as a picture and as text until its first code is proven. */
export interface Enrolment {
  readonly id: string;
  /** `otpauth://…`, for the picture. */
  readonly uri: string;
  readonly key: string;
}

/** The apps that sign-in asks for; null when they could not be read. */
export async function readFactors(): Promise<readonly Factor[] | null> {
  const { data, error } = await auth().mfa.listFactors();
  if (error) return null;
  return data.totp.map(({ id, friendly_name, created_at }) => ({
    id,
    name: friendly_name ?? '',
    createdAt: created_at,
  }));
}

/** Begins to add an app; one that was begun earlier and never proven makes room. */
export async function beginEnrolment(name: string): Promise<Enrolment | { failure: string | null }> {
  const { data: before } = await auth().mfa.listFactors();
  const unproven = before?.all.filter(({ status }) => status === 'unverified') ?? [];
  await Promise.all(unproven.map(({ id }) => auth().mfa.unenroll({ factorId: id })));
  const { data, error } = await auth().mfa.enroll({ factorType: 'totp', friendlyName: name });
  if (error) return { failure: error.message || null };
  return { id: data.id, uri: data.totp.uri, key: data.totp.secret };
}

/** Ends the adding with the app's first code; this session then counts as proven. */
export const proveEnrolment = (id: string, code: string): Promise<Answer> =>
  answerOf(auth().mfa.challengeAndVerify({ factorId: id, code }));

/** Removes an app, or gives up adding one. */
export const removeFactor = (id: string): Promise<Answer> => answerOf(auth().mfa.unenroll({ factorId: id }));

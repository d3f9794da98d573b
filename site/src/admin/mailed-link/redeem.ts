import type { Session } from '@supabase/auth-js';
import { asideAuth, auth } from '../../supabase/auth.ts';
import { answerOf, refusal } from '../session/answer-of.ts';
import type { Answer, Refusal } from '../session/answer.ts';
import type { LinkType } from '../auth-callback/auth-callback.ts';

/** A mail's proof, its link's hash, or its code with the address. */
export type Proof = { readonly tokenHash: string } | { readonly email: string; readonly code: string };

/** The result of a mail's proof. */
export type Redeemed =
  /** `session` is kept separately, and this browser's own is unchanged. */
  | { readonly kind: 'session'; readonly session: Session }
  /** The first of the two confirmations of another address. */
  | { readonly kind: 'halfway' }
  | { readonly kind: 'refused'; readonly answer: Refusal };

/** Spends it. Never throws. */
export async function redeem(type: LinkType, proof: Proof): Promise<Redeemed> {
  try {
    const { data, error } = await asideAuth().verifyOtp(
      'tokenHash' in proof
        ? { token_hash: proof.tokenHash, type }
        : { email: proof.email, token: proof.code, type },
    );
    if (error) return { kind: 'refused', answer: refusal(error) };
    return data.session ? { kind: 'session', session: data.session } : { kind: 'halfway' };
  } catch {
    return { kind: 'refused', answer: { ok: false, message: null } };
  }
}

/** Returns the signed-in account, an incomplete sign-in included, or null. */
export async function readWhoIsHere(): Promise<{ readonly id: string; readonly email: string } | null> {
  const { data } = await auth().getSession();
  return data.session ? { id: data.session.user.id, email: data.session.user.email ?? '' } : null;
}

/** Makes it this browser's session, and then ends the one that it replaces, if any. */
export async function adopt({ access_token, refresh_token }: Session): Promise<Answer> {
  const { data: former } = await auth().getSession();
  const answer = await answerOf(auth().setSession({ access_token, refresh_token }));
  if (answer.ok && former.session) await discard(former.session);
  return answer;
}

/** Ends a session that this browser does not use (any more). */
export async function discard({ access_token }: Session): Promise<void> {
  await answerOf(asideAuth().admin.signOut(access_token, 'local'));
}

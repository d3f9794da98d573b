import { queryOptions } from '@tanstack/react-query';
import { auth } from '../../../supabase/auth.ts';
import { renewSession } from '../../../supabase/session.ts';
import { answerOf } from '../../session/answer-of.ts';
import type { Answer, Refusal } from '../../session/answer.ts';
import { discard, redeem } from '../../mailed-link/redeem.ts';
import { dataOf, accountKey } from '../parts/read.ts';

/** The account's address, and the one that it waits to be changed to. */
export interface Address {
  readonly present: string;
  readonly wanted: string | null;
}

export const ADDRESS_NEEDED = 'Please enter an email address.';

/** Returns why the account's address cannot be changed to `wanted`, or undefined. */
export function addressMistake(wanted: string, present: string): string | undefined {
  if (!/^[^\s@]+@[^\s@]+$/.test(wanted)) return ADDRESS_NEEDED;
  return wanted.toLowerCase() === present.toLowerCase() ? 'This is already your address.' : undefined;
}

const options = () => ({ emailRedirectTo: `${location.origin}/admin` });

/** Mails a link and a code to both addresses. The change happens when both have confirmed. */
export const beginChange = (email: string): Promise<Answer> =>
  answerOf(auth().updateUser({ email }, options()));

/** Mails both again. Earlier codes become invalid. */
export const mailAgain = (present: string): Promise<Answer> =>
  answerOf(auth().resend({ type: 'email_change', email: present, options: options() }));

/** The result of a code. The address is changed, or waits for the other confirmation, or the code failed. */
export type Confirmation = 'changed' | 'halfway' | Refusal;

/** Takes the code that was mailed to one of the two addresses. */
export async function confirm(email: string, code: string): Promise<Confirmation> {
  const redeemed = await redeem('email_change', { email, code });
  if (redeemed.kind === 'refused') return redeemed.answer;
  if (redeemed.kind === 'halfway') return 'halfway';
  // This browser's own session stays (followChange has it learn of the address).
  await discard(redeemed.session);
  return 'changed';
}

/** Refreshes this browser's session. Returns true if it has the new address. */
export async function followChange(address: string): Promise<boolean> {
  return (await renewSession())?.user.email === address;
}

export const addressQuery = queryOptions({
  queryKey: [...accountKey, 'address'],
  queryFn: async (): Promise<Address> => {
    const { email = '', new_email } = (await dataOf(auth().getUser())).user;
    return { present: email, wanted: new_email || null };
  },
});

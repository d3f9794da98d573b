import { type Call, presentTime } from '../kernel/call.ts';
import { decoyUser } from '../accounts/decoy-user.rules.ts';
import { parsePhone } from '../kernel/entities/address.rules.ts';
import { hashPassword } from '../kernel/password-hashing.ts';
import { beginProof, matchingPassword } from '../accounts/proofs/begin-proof.ts';
import { sentOn } from '../accounts/proofs/pending-proof.rules.ts';
import { accountState } from '../accounts/proofs/proof.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { signUpAtOnce } from './sign-up-at-once.ts';
import { issueSmsCode } from '../accounts/codes/issue-code.ts';
import { requireStrong } from '../accounts/passwords/new-password.ts';
import { limitSms } from '../kernel/sms/limit-sms.ts';
import { channelOf, requirePhone, sendSmsCode } from '../kernel/sms/send-sms.ts';
import { findAccount, findAccountByPhone } from '../accounts/store/accounts.store.ts';
import type { SignupBody } from './signup-body.ts';

/**
 * POST /signup by phone returns a session where numbers need no confirmation, otherwise the bare user, and sends a
 * message. A confirmed number gets a made-up user, and so does an invited one, with a code (contract A1.2).
 */
export async function signupByPhone(call: Call, body: SignupBody): Promise<unknown> {
  requirePhone(call, 'Phone signups are disabled');
  const phone = parsePhone(body.phone!);
  const channel = channelOf(body.channel);
  await requireStrong(call, body.password!, null);
  const passwordHash = await hashPassword(call, body.password!);
  const order = { kind: 'phone', address: phone, passwordHash, data: body.data } as const;
  if (!call.auth.settings.sms.enable_confirmations) return signUpAtOnce(call, order);

  await limitSms(call, phone);
  const known = await findAccountByPhone(call.auth.database.query, phone);
  const decoy = () => decoyUser('phone', phone, body.data ?? {}, presentTime(call));
  if (known && !sentOn.signup[accountState(known.user)]) return decoy();
  const matching = await matchingPassword(call, known, body.password!);
  const { account, code } = await call.auth.database.transaction(async (query) => {
    const begun = await beginProof(call, query, order, matching);
    const { id } = (begun ?? known!).user;
    const otp = await issueSmsCode(call, query, { purpose: 'sms', userId: id, phone });
    return { account: begun && (await findAccount(query, id)), code: otp };
  });
  await sendSmsCode(call, phone, code, channel);
  return account ? userJson(account) : decoy();
}

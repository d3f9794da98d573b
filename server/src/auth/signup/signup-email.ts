import { type Call, presentTime } from '../kernel/call.ts';
import type { CodeChallenge } from '../accounts/codes/code-challenge.rules.ts';
import { parseEmail } from '../kernel/entities/address.rules.ts';
import { decoyUser } from '../accounts/decoy-user.rules.ts';
import { beginProof, matchingPassword } from '../accounts/proofs/begin-proof.ts';
import { mailInvitation } from '../accounts/proofs/mail-invitation.ts';
import { sentOn } from '../accounts/proofs/pending-proof.rules.ts';
import { accountState } from '../accounts/proofs/proof.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { hashPassword } from '../kernel/password-hashing.ts';
import { issueCode } from '../accounts/codes/issue-code.ts';
import { signUpAtOnce } from './sign-up-at-once.ts';
import { requireStrong } from '../accounts/passwords/new-password.ts';
import { redirectOf } from '../kernel/request/redirect.ts';
import {
  checkNewAddressLimit,
  limitMailToNewAddress,
  limitMailByCaller,
} from '../accounts/mail/mail-limits.ts';
import { sendCodeLater } from '../accounts/mail/send-mail.ts';
import { getAccount, findAccountByEmail } from '../accounts/store/accounts.store.ts';
import type { SignupBody } from './signup-body.ts';

/**
 * POST /signup by e-mail returns a session where addresses need no confirmation, otherwise the bare user, and sends a
 * mail. A confirmed address gets a made-up user in the same time, and so does an invited one, with its invitation
 * (contract A1.1).
 */
export async function signupByEmail(
  call: Call,
  body: SignupBody,
  challenge: CodeChallenge | null,
): Promise<unknown> {
  const { settings } = call.auth;
  if (!settings.email.enable_signup) {
    throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled');
  }
  const email = parseEmail(body.email!);
  await requireStrong(call, body.password!, email);
  const passwordHash = await hashPassword(call, body.password!);
  const order = { kind: 'email', address: email, passwordHash, data: body.data } as const;
  if (!settings.email.enable_confirmations) return signUpAtOnce(call, order);

  await checkNewAddressLimit(call);
  await limitMailByCaller(call, 'signup', email);
  const known = await findAccountByEmail(call.auth.database.query, email);
  const sent = known ? sentOn.signup[accountState(known.user)] : 'confirmation';
  if (known && sent === 'invitation') {
    call.auth.background.run('Sending an invitation again', () => mailInvitation(call, known));
  }
  const decoy = () => decoyUser('email', email, body.data ?? {}, presentTime(call));
  if (sent !== 'confirmation') return decoy();
  if (!known) await limitMailToNewAddress(call);
  const matching = await matchingPassword(call, known, body.password!);
  const begun = await call.auth.database.transaction(async (query) => {
    const account = await beginProof(call, query, order, matching);
    if (!account) return null;
    const { id } = account.user;
    const code = await issueCode(call, query, { purpose: 'signup', userId: id, address: email, challenge });
    return { account: await getAccount(query, id), code };
  });
  if (!begun) return decoy();
  sendCodeLater(call, { purpose: 'signup', to: email, code: begun.code, redirectTo: redirectOf(call) });
  return userJson(begun.account);
}

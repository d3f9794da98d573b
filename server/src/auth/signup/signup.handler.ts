import { type Call, type Handler, bodyOf, consumeCallerLimit, presentTime } from '../kernel/call.ts';
import { audit, transaction } from '../kernel/transaction.ts';
import { authError, validationFailed } from '../kernel/errors.ts';
import { challengeOf, codeBody, type CodeChallenge } from '../accounts/codes/code-challenge.rules.ts';
import type { Metadata } from '../kernel/entities/account.rules.ts';
import { issueSession } from '../sessions/issue-session.ts';
import * as accounts from '../accounts/store/accounts.store.ts';
import { z } from 'zod';
import { metadataBody } from '../accounts/metadata.rules.ts';
import { decoyUser, userJson } from '../accounts/user-json.rules.ts';
import { parsePhone, parseEmail } from '../kernel/entities/address.rules.ts';
import { hashPassword } from '../kernel/password-hashing.ts';
import {
  beginProof,
  limitFirstProof,
  mailInvitation,
  matchingPassword,
} from '../accounts/proofs/begin-proof.ts';
import { sentOn, accountState } from '../accounts/proofs/proof.rules.ts';
import { issueCode } from '../accounts/codes/issue-code.ts';
import { requireStrong } from '../accounts/passwords/new-password.ts';
import { limitSms, channelOf, requirePhone, sendSmsCode } from '../kernel/sms/sms.ts';
import * as mailLimits from '../accounts/mail/mail-limits.ts';
import { sendCodeLater } from '../accounts/mail/send-mail.ts';
import { confirmAddress } from '../accounts/own-identity.ts';
import { createAccount, type NewAccount } from '../accounts/create-account.ts';
import { texts } from '../kernel/entities/json.rules.ts';

/** The body of POST /signup (contract A1.1, A1.2 and A1.3). */
const signupBody = z.object({
  ...texts('email', 'phone', 'password', 'channel'),
  data: metadataBody.nullish(),
  ...codeBody,
});

type SignupBody = z.infer<typeof signupBody>;

/** POST /signup by e-mail, by phone, or anonymously (contract A1.1, A1.2 and A1.3). */
export const signup: Handler = async (call) => {
  const body = await readCounted(call);
  if (!call.auth.settings.enable_signup) {
    throw authError('signup_disabled');
  }
  if (!body.email && !body.phone) return signupAnonymous(call, body.data ?? {});
  if (body.email && body.phone) {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  if (!body.password) throw validationFailed('Signup requires a valid password');
  if (body.phone) return signupByPhone(call, body);
  return signupByEmail(call, body, challengeOf(body));
};

/** Returns the body and counts the caller, whose unreadable body counts as a sign-up with an address. */
async function readCounted(call: Call): Promise<SignupBody> {
  let body: SignupBody;
  try {
    body = bodyOf(call, signupBody);
  } catch (error) {
    await consumeCallerLimit(call, 'sign_in_sign_ups');
    throw error;
  }
  await consumeCallerLimit(call, body.email || body.phone ? 'sign_in_sign_ups' : 'anonymous_users');
  return body;
}

/** POST /signup with neither address nor number creates an anonymous account and its session (contract A1.3). */
async function signupAnonymous(call: Call, data: Metadata): Promise<unknown> {
  if (!call.auth.settings.enable_anonymous_sign_ins) {
    throw authError('anonymous_provider_disabled');
  }
  return transaction(call, async (tx) => {
    const user = { raw_app_meta_data: {}, raw_user_meta_data: data, is_anonymous: true };
    const id = await accounts.insertUser(tx, user);
    await audit(tx, 'user_signedup', id, { provider: 'anonymous' });
    return issueSession(tx, await accounts.getAccount(tx, id), 'anonymous');
  });
}

/**
 * POST /signup by phone returns a session where numbers need no confirmation, otherwise the bare user, and sends a
 * message. A confirmed number gets a made-up user, and so does an invited one, with a code (contract A1.2).
 */
async function signupByPhone(call: Call, body: SignupBody): Promise<unknown> {
  requirePhone(call, 'Phone signups are disabled');
  const phone = parsePhone(body.phone!);
  const channel = channelOf(body.channel);
  await requireStrong(call, body.password!, null);
  const passwordHash = await hashPassword(call, body.password!);
  const order = { kind: 'phone', address: phone, passwordHash, data: body.data } as const;
  if (!call.auth.settings.sms.enable_confirmations) return signUpAtOnce(call, order);

  await limitFirstProof(call, order, body.password!, () => limitSms(call, phone));
  const known = await accounts.findAccountBy(call.auth.database, 'phone', phone);
  const decoy = () => decoyUser('phone', phone, body.data ?? {}, presentTime(call));
  if (known && !sentOn.signup[accountState(known.user)]) return decoy();
  const matching = await matchingPassword(call, known, body.password!);
  const { account, code } = await transaction(call, async (tx) => {
    const begun = await beginProof(tx, order, matching);
    const { id } = (begun ?? known!).user;
    const code = await issueCode(tx, { purpose: 'sms', userId: id, address: phone });
    return { account: begun && (await accounts.findAccount(tx, id)), code };
  });
  await sendSmsCode(call, phone, code.otp, channel);
  return account ? userJson(account) : decoy();
}

/**
 * POST /signup by e-mail returns a session where addresses need no confirmation, otherwise the bare user, and sends a
 * mail. A confirmed address gets a made-up user in the same time, and so does an invited one, with its invitation
 * (contract A1.1).
 */
async function signupByEmail(call: Call, body: SignupBody, challenge: CodeChallenge | null) {
  const { settings } = call.auth;
  if (!settings.email.enable_signup) {
    throw authError('email_provider_disabled', { status: 400, message: 'Email signups are disabled' });
  }
  const email = parseEmail(body.email!);
  await requireStrong(call, body.password!, email);
  const passwordHash = await hashPassword(call, body.password!);
  const order = { kind: 'email', address: email, passwordHash, data: body.data } as const;
  if (!settings.email.enable_confirmations) return signUpAtOnce(call, order);

  await limitFirstProof(call, order, body.password!, async () => {
    await mailLimits.checkNewAddressLimit(call);
    await mailLimits.limitMailByCaller(call, 'signup', email);
  });
  const known = await accounts.findAccountBy(call.auth.database, 'email', email);
  const sent = known ? sentOn.signup[accountState(known.user)] : 'confirmation';
  if (known && sent === 'invitation') {
    call.auth.background.run('Sending an invitation again', () => mailInvitation(call, known));
  }
  const decoy = () => decoyUser('email', email, body.data ?? {}, presentTime(call));
  if (sent !== 'confirmation') return decoy();
  if (!known) await mailLimits.limitMailToNewAddress(call);
  const matching = await matchingPassword(call, known, body.password!);
  const begun = await transaction(call, async (tx) => {
    const account = await beginProof(tx, order, matching);
    if (!account) return null;
    const { id } = account.user;
    const code = await issueCode(tx, { purpose: 'signup', userId: id, address: email, challenge });
    return { account: await accounts.getAccount(tx, id), code };
  });
  if (!begun) return decoy();
  sendCodeLater(call, { purpose: 'signup', to: email, code: begun.code });
  return userJson(begun.account);
}

/**
 * A sign-up where addresses or numbers need no confirmation returns the confirmed account's session. An invited
 * account waits for the invited person.
 * @throws AuthError 422 user_already_exists
 */
function signUpAtOnce(call: Call, order: Omit<NewAccount, 'isConfirmed'>): Promise<unknown> {
  return transaction(call, async (tx) => {
    const found = await accounts.findAccountBy(tx, order.kind, order.address);
    const known = found && (await accounts.lockAccount(tx, found.user.id));
    if (known && accountState(known.user) !== 'unproven') {
      throw authError('user_already_exists');
    }
    if (known) {
      const password = { encrypted_password: order.passwordHash ?? null };
      await accounts.updateUser(tx, known.user.id, password);
    }
    const account = known ?? (await createAccount(tx, { ...order, isConfirmed: true }));
    return issueSession(tx, await confirmAddress(tx, account, order.kind), 'password');
  });
}

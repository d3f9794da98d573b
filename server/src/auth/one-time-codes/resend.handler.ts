import { z } from 'zod';
import { codeBody, challengeOf, type CodeChallenge } from '../accounts/codes/code-challenge.rules.ts';
import { type Call, type Handler, bodyOf } from '../kernel/call.ts';
import { parseEmail, parsePhone } from '../kernel/entities/address.rules.ts';
import { validationFailed } from '../kernel/errors.ts';
import { mailInvitation } from '../accounts/proofs/mail-invitation.ts';
import { sentOn, accountState } from '../accounts/proofs/proof.rules.ts';
import { issueCode, issueSmsCode } from '../accounts/codes/issue-code.ts';
import { limitMailByCaller } from '../accounts/mail/mail-limits.ts';
import { sendCode } from '../accounts/mail/send-mail.ts';
import { mailEmailChange } from '../accounts/changes/change-email.ts';
import { findAccountByEmail, findAccountByPhone } from '../accounts/store/accounts.store.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { limitSms } from '../kernel/sms/limit-sms.ts';
import { channelOf, requirePhone, sendSmsCode } from '../kernel/sms/send-sms.ts';

/** The body of POST /resend (contract A1.6). */
const resendBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
  ...codeBody,
});

type ResendBody = z.infer<typeof resendBody>;

/** POST /resend `{type, email|phone}` returns `{}`, also when there is nothing to send (contract A1.6). */
export const resend: Handler = async (call) => {
  const body = bodyOf(call, resendBody);
  const { type, email, phone } = body;
  if (type !== 'signup' && type !== 'email_change' && type !== 'sms' && type !== 'phone_change') {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (!email && !phone) {
    throw validationFailed('Type provided requires an email address or phone number');
  }
  const isByMail = type === 'signup' || type === 'email_change';
  if (isByMail && !email) throw validationFailed('Type provided requires an email address');
  if (!isByMail && !phone) throw validationFailed('Type provided requires a phone number');
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided.');
  }
  if (!isByMail) return resendToPhone(call, body);
  return resendMail(call, type, parseEmail(email!), challengeOf(body));
};

async function resendMail(
  call: Call,
  type: 'signup' | 'email_change',
  email: string,
  challenge: CodeChallenge | null,
): Promise<unknown> {
  await limitMailByCaller(call, type, email);
  call.auth.background.run('Sending a mail again', async () => {
    const account = await findAccountByEmail(call.auth.database.query, email);
    if (!account) return;
    if (type === 'email_change') {
      if (account.user.email_change)
        await mailEmailChange(call, account, account.user.email_change, challenge);
      return;
    }
    if (account.user.email_confirmed_at) return;
    if (sentOn.resend[accountState(account.user)] === 'invitation') return mailInvitation(call, account);
    const code = await call.auth.database.transaction((query) =>
      issueCode(call, query, { purpose: 'signup', userId: account.user.id, address: email, challenge }),
    );
    await sendCode(call, { purpose: 'signup', to: email, code });
  });
  return {};
}

/** POST /resend of a code by phone → `{message_id}`, or `{}` where there is nothing to send (contract A1.6). */
async function resendToPhone(call: Call, body: ResendBody): Promise<unknown> {
  requirePhone(call);
  const given = parsePhone(body.phone!);
  const channel = channelOf(body.channel);
  await limitSms(call, given);
  const account = await findAccountByPhone(call.auth.database.query, given);
  const phone = account && awaited(account, body.type ?? '');
  if (!account || !phone) return {};
  const purpose = body.type === 'phone_change' ? 'phone_change' : 'sms';
  const code = await call.auth.database.transaction((query) =>
    issueSmsCode(call, query, { purpose, userId: account.user.id, phone }),
  );
  return { message_id: await sendSmsCode(call, phone, code, channel) };
}

/** Returns the number that waits for its confirmation, or null. */
function awaited({ user }: Account, type: string): string | null {
  if (type === 'phone_change') return user.phone_change || null;
  return user.phone_confirmed_at ? null : user.phone;
}

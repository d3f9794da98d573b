import { setTimeout as pause } from 'node:timers/promises';
import type { Mail } from '../../../mail/mailer.ts';
import { type Call, redirectOf } from '../../kernel/call.ts';
import { isJson } from '../../kernel/entities/json.rules.ts';
import { type IssuedCode, actionLink } from '../codes/issue-code.ts';
import { codeMail, type MailPurpose, type Variables } from './templates.ts';
import { type Notice, noticeMail } from './notice-mail.ts';

const retryDelaysMs = [2_000, 8_000] as const;

export interface CodeDelivery {
  readonly purpose: MailPurpose;
  readonly to: string;
  readonly code: IssuedCode;
  /** For a change of address, the present and the new address. */
  readonly change?: { readonly from: string | null; readonly to: string };
  /** The invited account's user_metadata. */
  readonly data?: Variables['Data'];
}

/** Sends a code that was counted against its limits, once, or with retries in the background, where no caller waits. */
export async function sendCode(
  call: Call,
  delivery: CodeDelivery,
  delaysMs: readonly number[] = retryDelaysMs,
): Promise<void> {
  const { purpose, to } = delivery;
  const mail = codeMail(call.auth.mailTemplates, { purpose, to, variables: variablesOf(call, delivery) });
  await deliver(call, mail, delaysMs);
}

function variablesOf(call: Call, { purpose, to, code, change, data = {} }: CodeDelivery): Variables {
  const redirectTo = redirectOf(call);
  return {
    SiteURL: call.auth.settings.siteUrl,
    Token: code.otp,
    TokenHash: code.tokenHash,
    ConfirmationURL: actionLink(call, purpose, code.tokenHash, { redirectTo }),
    PageURL: actionLink(call, purpose, code.tokenHash, { redirectTo, path: '/verify/page' }),
    RedirectTo: redirectTo,
    Email: change ? (change.from ?? '') : to,
    NewEmail: change?.to ?? '',
    Data: data,
  };
}

/** Sends a code after the answer, so that neither duration nor failure reveals anything. */
export function sendCodeLater(call: Call, delivery: CodeDelivery): void {
  call.auth.background.run(`Sending an email (${delivery.purpose})`, () => sendCode(call, delivery));
}

/** Notifies the holder of a change to the account, if it has an address. `others` is passed to `noticeMail`. */
export function sendNoticeLater(call: Call, notice: Notice, to: string | null, others?: string[]): void {
  if (!to) return;
  const mail = noticeMail(notice, to, call.auth.settings, others);
  call.auth.background.run(`Sending an email (${notice})`, () => deliver(call, mail));
}

/** Retries while a mail server is busy or away, but not after a permanent refusal (5xx). */
async function deliver(call: Call, mail: Mail, delaysMs: readonly number[] = retryDelaysMs): Promise<void> {
  for (const wait of [...delaysMs, null]) {
    try {
      return await call.auth.mailer.send(mail);
    } catch (error) {
      if (wait === null || isRefusedForGood(error)) throw error;
      await pause(wait);
    }
  }
}

const isRefusedForGood = (error: unknown): boolean =>
  isJson(error) && typeof error['responseCode'] === 'number' && error['responseCode'] >= 500;

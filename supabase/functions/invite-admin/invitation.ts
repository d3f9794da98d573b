import { callProcedure, serviceCredentials } from '../_shared/call-procedure.ts';
import { plural } from '../_shared/contract/plural.ts';
import { backendUrl, siteUrl } from '../_shared/environment.ts';

/** Why a person could not be invited, in words for the inviter. */
export class InvitationRefused extends Error {
  override name = 'InvitationRefused';
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

interface Refusal {
  readonly error_code?: string;
  readonly msg?: string;
}

/** The content of an invitation's mail, its id, and the name of the person who invites. */
export interface InvitationWords {
  readonly invitation: string;
  readonly inviter: string;
}

/**
 * Mails an invitation to a person without an account and returns null, or returns the id of the account that an address
 * has already. @throws InvitationRefused
 */
export async function inviteOrFind(email: string, words: InvitationWords): Promise<string | null> {
  const response = await mailInvitation(email, words);
  if (response.ok) return null;
  const refusal = (await response.json().catch(() => ({}))) as Refusal;
  console.error(`invitation refused: ${response.status} ${refusal.error_code ?? ''}`);
  if (refusal.error_code !== 'email_exists') throw refusedFor(response, refusal);
  const known = await callProcedure<string | null>('review_account_find', { email });
  if (known !== null) return known;
  throw new InvitationRefused(409, 'This address belongs to an account that cannot be invited.');
}

/** Mails a fresh link of an invitation, or of a new password if its account exists already. Rejects if neither is sent. */
export async function mailFreshLink(email: string, { invitation, inviter }: InvitationWords): Promise<void> {
  const response = await mailInvitation(email, { invitation, inviter });
  if (response.ok) return;
  const { error_code: code } = (await response.json().catch(() => ({}))) as Refusal;
  const other = code === 'email_exists' ? await callAuth('recover', { email }) : response;
  if (!other.ok) throw new Error(`fresh link not sent: ${other.status} ${code ?? ''}`);
}

const mailInvitation = (email: string, { invitation, inviter }: InvitationWords) =>
  callAuth('invite', { email, data: { invitation, inviter } });

function callAuth(path: string, body: object): Promise<Response> {
  const redirect = encodeURIComponent(`${siteUrl()}/admin`);
  return fetch(`${backendUrl()}/auth/v1/${path}?redirect_to=${redirect}`, {
    method: 'POST',
    headers: { ...serviceCredentials(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
}

function refusedFor({ status, headers }: Response, { msg }: Refusal): InvitationRefused {
  if (status === 429) {
    const seconds = Number(headers.get('retry-after'));
    const when = seconds > 0 ? `in ${plural(Math.ceil(seconds / 60), 'minute')}` : 'later';
    const message = `Too many invitations were sent within the hour. Please try again ${when}.`;
    return new InvitationRefused(429, message, seconds > 0 ? { 'retry-after': String(seconds) } : {});
  }
  if (status < 500) {
    return new InvitationRefused(400, `This address cannot be invited: ${msg ?? 'it was refused'}.`);
  }
  return new InvitationRefused(502, 'The mail server did not take the invitation. Please try again later.');
}

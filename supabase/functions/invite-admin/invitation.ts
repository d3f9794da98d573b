import { callProcedure, serviceCredentials } from '../_shared/call-procedure.ts';
import { siteUrl, variable } from '../_shared/environment.ts';

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

/** The id of the account that an address has already, else of the one that its invitation makes. @throws InvitationRefused */
export async function findOrInvite(email: string): Promise<string> {
  const redirect = encodeURIComponent(`${siteUrl()}/admin`);
  const response = await fetch(`${variable('SUPABASE_URL')}/auth/v1/invite?redirect_to=${redirect}`, {
    method: 'POST',
    headers: { ...serviceCredentials(), 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
    signal: AbortSignal.timeout(20_000),
  });
  if (response.ok) return ((await response.json()) as { id: string }).id;
  const refusal = (await response.json().catch(() => ({}))) as Refusal;
  console.error(`invitation refused: ${response.status} ${refusal.error_code ?? ''}`);
  if (refusal.error_code !== 'email_exists') throw refusedFor(response, refusal);
  const known = await callProcedure<string | null>('review_account', { email });
  if (known !== null) return known;
  throw new InvitationRefused(409, 'This address belongs to an account that cannot be let in.');
}

function refusedFor({ status, headers }: Response, { msg }: Refusal): InvitationRefused {
  if (status === 429) {
    const seconds = Number(headers.get('retry-after'));
    const when = seconds > 0 ? `in ${inMinutes(seconds)}` : 'later';
    const message = `Too many invitations were mailed within the hour. Please try again ${when}.`;
    return new InvitationRefused(429, message, seconds > 0 ? { 'retry-after': String(seconds) } : {});
  }
  if (status < 500) {
    return new InvitationRefused(400, `This address cannot be invited: ${msg ?? 'it was refused'}.`);
  }
  return new InvitationRefused(502, 'The mail server did not take the invitation. Please try again later.');
}

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

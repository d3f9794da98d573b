import { variable } from '../_shared/environment.ts';
import { callProcedure } from '../_shared/call-procedure.ts';
import { respond, respondToOther } from '../_shared/respond.ts';

const accesses = ['owner', 'reviewer', 'reader'];

/**
 * Lets an owner invite someone to the lab. Body: `{ email, access }`. Who the caller is, the database says; the service
 * key is used only after it has said that this is an owner. An address that has an account is let in as it is.
 */
async function answer(request: Request): Promise<Response> {
  if (request.method !== 'POST') return respondToOther(request.method);
  const { email, access } = await readBody(request);
  if (typeof email !== 'string' || email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email.trim()))
    return respond(400, { error: 'Please give the email address of one person.' });
  if (typeof access !== 'string' || !accesses.includes(access))
    return respond(400, { error: 'An access is owner, reviewer or reader.' });
  const me = await whoCalls(request);
  if (me?.access !== 'owner') return respond(403, { error: 'Only an owner invites people.' });
  try {
    const userId = await accountOf(email.trim().toLowerCase());
    if (userId === null) return respond(502, { error: 'The invitation could not be sent.' });
    await callProcedure('review_admit', { user_id: userId, access, invited_by: me.user_id });
    return respond(200, { success: true });
  } catch (error) {
    console.error(`invitation not sent: ${(error as Error).message}`);
    return respond(502, { error: 'The invitation could not be sent.' });
  }
}

async function readBody(request: Request): Promise<{ email?: unknown; access?: unknown }> {
  try {
    const body = (await request.json()) as unknown;
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** The caller as the database sees them; null when it does not know them. */
async function whoCalls(request: Request): Promise<{ user_id: string; access: string | null } | null> {
  const headers = {
    apikey: request.headers.get('apikey') ?? '',
    authorization: request.headers.get('authorization') ?? '',
    'content-type': 'application/json',
  };
  const url = `${variable('SUPABASE_URL')}/rest/v1/rpc/review_me`;
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: '{}',
    signal: AbortSignal.timeout(10_000),
  });
  return response.ok ? ((await response.json()) as { user_id: string; access: string | null }) : null;
}

/** The id of the invited account; of an address that is known already, of that one. Null: the invitation failed. */
async function accountOf(email: string): Promise<string | null> {
  const key = variable('SUPABASE_SERVICE_ROLE_KEY');
  const redirect = encodeURIComponent(`${variable('SITE_URL').replace(/\/+$/, '')}/admin`);
  const response = await fetch(`${variable('SUPABASE_URL')}/auth/v1/invite?redirect_to=${redirect}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
    signal: AbortSignal.timeout(20_000),
  });
  if (response.ok) return ((await response.json()) as { id: string }).id;
  if (response.status !== 422) return null;
  return callProcedure<string | null>('review_account', { email });
}

export default { fetch: answer };

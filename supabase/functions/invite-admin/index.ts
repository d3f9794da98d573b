import { CallFailed, callProcedure } from '../_shared/call-procedure.ts';
import { isEmail } from '../_shared/contract/email.ts';
import { trimmed } from '../_shared/contract/visible.ts';
import { respond, respondToOther } from '../_shared/respond.ts';
import { findOrInvite, InvitationRefused } from './invitation.ts';

const accesses = ['owner', 'reviewer', 'reader'];

interface Caller {
  readonly user_id: string;
  readonly access: string | null;
}

/**
 * Lets an owner invite a person to the lab. The body is `{ email, access, name }`, where `name` is a newcomer's name
 * or null. The database identifies the caller, and the secret key is used only after it has confirmed an owner. An
 * existing account gets access unchanged.
 */
async function answer(request: Request): Promise<Response> {
  if (request.method !== 'POST') return respondToOther(request.method);
  const { email, access, name = null } = await readBody(request);
  if (typeof email !== 'string' || !isEmail(trimmed(email)))
    return respond(400, { error: 'Please give the email address of one person.' });
  if (typeof access !== 'string' || !accesses.includes(access))
    return respond(400, { error: 'An access is owner, reviewer or reader.' });
  if (name !== null && typeof name !== 'string') return respond(400, { error: 'A name is a text.' });
  try {
    const me = await whoCalls(request);
    if (me?.access !== 'owner') return respond(403, { error: 'Only an owner invites people.' });
    return await admit(trimmed(email).toLowerCase(), access, name, me);
  } catch (error) {
    if (error instanceof InvitationRefused) {
      return respond(error.status, { error: error.message }, error.headers);
    }
    console.error(`invitation not sent: ${(error as Error).message}`);
    return respond(502, { error: 'The invitation could not be sent. Please try again later.' });
  }
}

async function admit(email: string, access: string, name: string | null, me: Caller): Promise<Response> {
  const present = await callProcedure<string | null>('review_access_of', { email });
  if (present !== null && present !== access) return alreadyIn(present);
  const user_id = await findOrInvite(email);
  const order = { user_id, access, invited_by: me.user_id, name };
  const given = await callProcedure<string>('review_admit', order);
  // Another owner may have been quicker.
  return given === access ? respond(200, { success: true }) : alreadyIn(given);
}

const alreadyIn = (access: string): Response =>
  respond(409, {
    error: `This person is in the lab already, as ${access}. Change their access in the list of people.`,
  });

async function readBody(request: Request): Promise<{ email?: unknown; access?: unknown; name?: unknown }> {
  try {
    const body = (await request.json()) as unknown;
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** Returns the caller as the database identifies them, or null if it refuses the token. */
async function whoCalls({ headers }: Request): Promise<Caller | null> {
  const credentials = {
    apikey: headers.get('apikey') ?? '',
    authorization: headers.get('authorization') ?? '',
  };
  return callProcedure<Caller>('review_me', {}, credentials).catch((error: unknown) => {
    if (error instanceof CallFailed && error.status < 500 && error.status !== 429) return null;
    throw error;
  });
}

export default { fetch: answer };

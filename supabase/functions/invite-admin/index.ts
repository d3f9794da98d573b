import { continueInBackground } from '../_shared/background.ts';
import { callProcedure, TooManyRequests } from '../_shared/call-procedure.ts';
import { isEmail } from '../_shared/contract/email.ts';
import { trimmed } from '../_shared/contract/visible.ts';
import { type Caller, readBody, whoCalls } from '../_shared/member-caller.ts';
import { respond, respondToOther } from '../_shared/respond.ts';
import { clientAddress } from '../_shared/client-address.ts';
import { InvitationRefused, type InvitationWords, inviteOrFind, mailFreshLink } from './invitation.ts';

const accesses = ['owner', 'reviewer', 'reader'];

/**
 * Lets an owner invite a person to the lab. The body is `{ email, access, name }`, where `name` is a newcomer's name
 * or null. The database identifies the caller, and the secret key is used only after it has confirmed an owner. An
 * existing account gets access at once. With `{ invitation }` anyone has a fresh link mailed to the invited address.
 */
async function answer(request: Request): Promise<Response> {
  if (request.method !== 'POST') return respondToOther(request.method);
  const { email, access, name = null, invitation } = await readBody<Body>(request);
  if (typeof invitation === 'string') return mailAgain(request, invitation);
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
  const present = await callProcedure<string | null>('review_member_access', { email });
  if (present !== null) return present === access ? respond(200, { success: true }) : alreadyIn(present);
  const order = { access, invited_by: me.user_id, name };
  // Before the mail, whose link is useless without it.
  const words = await callProcedure<InvitationWords>('review_invitation_save', { ...order, email });
  const known = await inviteOrFind(email, words);
  if (known === null) return respond(200, { success: true });
  const admitted = await callProcedure<string>('review_member_admit', { ...order, user_id: known });
  // Another owner may have been quicker.
  return admitted === access ? respond(200, { success: true }) : alreadyIn(admitted);
}

/** The answer and its time are the same for every invitation, whether it still stands or not. */
async function mailAgain(request: Request, invitation: string): Promise<Response> {
  try {
    const order = { invitation, client: clientAddress(request) };
    const again = await callProcedure<(InvitationWords & { email: string }) | null>(
      'review_invitation_resend',
      order,
    );
    if (again !== null) continueInBackground(mailFreshLink(again.email, again));
    return respond(200, { success: true });
  } catch (error) {
    if (error instanceof TooManyRequests)
      return respond(429, { error: error.message }, { 'retry-after': String(error.seconds) });
    console.error(`fresh link not asked for: ${(error as Error).message}`);
    return respond(502, { error: 'The link could not be sent. Please try again later.' });
  }
}

const alreadyIn = (access: string): Response =>
  respond(409, {
    error: `This person is in the lab already, as ${access}. Change their access in the list of people.`,
  });

interface Body {
  readonly email?: unknown;
  readonly access?: unknown;
  readonly name?: unknown;
  readonly invitation?: unknown;
}

export default { fetch: answer };

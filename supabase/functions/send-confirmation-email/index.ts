import { continueInBackground } from '../_shared/background.ts';
import { callProcedure, TooManyRequests } from '../_shared/call-procedure.ts';
import { clientAddress } from '../_shared/client-address.ts';
import { isStorable } from '../_shared/contract/visible.ts';
import { mailChannel } from '../_shared/mail-delivery/mail-channel.ts';
import { MessageDelivery } from '../_shared/outbox/message-delivery.ts';
import { respond, respondToOther } from '../_shared/respond.ts';

const delivery = new MessageDelivery(mailChannel());

/** The time that mails may be started after one answer, on a busy machine too. The schedule sends the rest. */
const WORKING_MS = 60_000;

/**
 * Mails the confirmation link to an applicant (contract P7.2). The body is `{ name, email }`. The name is ignored,
 * because the stored one counts. Before the answer the request is only stored. Whether the address has applied is
 * looked up afterwards, so neither words nor time depend on it. While the mail server is known to be away, the answer
 * is 502 for every address.
 */
async function answer(request: Request): Promise<Response> {
  if (request.method !== 'POST') return respondToOther(request.method);
  const email = await readEmail(request);
  if (email === null) return respond(400, { error: 'The body must be JSON with the text "email".' });
  try {
    const client = clientAddress(request);
    const isUp = await callProcedure<boolean>('request_confirmation_mail', { email, client });
    continueInBackground(delivery.deliverUntil(Date.now() + WORKING_MS));
    return isUp ? respond(200, { success: true }) : notSent();
  } catch (error) {
    if (error instanceof TooManyRequests) return tooMany(error);
    console.error(`confirmation email not requested: ${String(error)}`);
    return notSent();
  }
}

const notSent = () =>
  respond(502, { error: 'The confirmation email could not be sent.' }, { 'retry-after': '5' });

/** Our gateway repeats the answer for the same address until the time is over. Supabase's does not know the scope. */
const tooMany = ({ message, seconds }: TooManyRequests) =>
  respond(429, { error: message }, { 'retry-after': String(seconds), 'x-limit-scope': 'address' });

async function readEmail(request: Request): Promise<string | null> {
  try {
    const { email } = (await request.json()) as { email?: unknown };
    return typeof email === 'string' && isStorable(email) && email.length <= 1000 ? email : null;
  } catch {
    return null;
  }
}

export default { fetch: answer };

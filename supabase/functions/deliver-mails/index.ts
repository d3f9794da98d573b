import { mailChannel } from '../_shared/mail-delivery/mail-channel.ts';
import { MessageDelivery } from '../_shared/outbox/message-delivery.ts';
import { respond, respondToOther } from '../_shared/respond.ts';
import { holdsSecretKey } from '../_shared/secret-caller.ts';

const delivery = new MessageDelivery(mailChannel());

/** The time one call keeps claiming mails. A scheduler calls again while `more` is true. */
const WORKING_MS = 5_000;

/** Sends the mails that are due, when our server's scheduler or pg_cron calls it with the secret key. */
async function answer(request: Request): Promise<Response> {
  if (request.method !== 'POST') return respondToOther(request.method);
  if (!holdsSecretKey(request)) return respond(401, { error: 'This function needs the secret key.' });
  try {
    return respond(200, await delivery.deliverUntil(Date.now() + WORKING_MS));
  } catch (error) {
    // An error that is thrown ends the function, with what it still records behind its answer.
    console.error(`emails wait: ${String(error)}`);
    return respond(500, { error: 'Emails that are due wait.' });
  }
}

export default { fetch: answer };

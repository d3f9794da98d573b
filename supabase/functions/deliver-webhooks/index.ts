import { MessageDelivery } from '../_shared/outbox/message-delivery.ts';
import { respond, respondToOther } from '../_shared/respond.ts';
import { holdsSecretKey } from '../_shared/secret-caller.ts';
import { type Post, webhookChannel } from '../_shared/webhooks/webhook-channel.ts';
import { postByFetch } from '../_shared/webhooks/post-by-fetch.ts';
import { postChecked } from '../_shared/webhooks/post-checked.ts';
import { readTestAddresses } from '../_shared/webhooks/test-addresses.ts';

/** The time one call keeps claiming messages. A scheduler calls again while `more` is true. */
const WORKING_MS = 8_000;

const tests = readTestAddresses();
const post: Post =
  'Deno' in globalThis ? postByFetch : (url, message, signal) => postChecked(url, message, signal, tests);
const delivery = new MessageDelivery(webhookChannel(post));

/** Sends due messages. Schedulers call it with the secret key, our server's own or pg_cron. */
async function answer(request: Request): Promise<Response> {
  if (request.method !== 'POST') return respondToOther(request.method);
  if (!holdsSecretKey(request)) return respond(401, { error: 'This function needs the secret key.' });
  return respond(200, await delivery.deliverUntil(Date.now() + WORKING_MS));
}

export default { fetch: answer };

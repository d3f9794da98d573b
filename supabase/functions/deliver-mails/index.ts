import { timingSafeEqual } from 'node:crypto';
import { Buffer } from 'node:buffer';
import { callProcedure } from '../_shared/call-procedure.ts';
import { deliverMail, failureCode, type MailOrder } from '../_shared/deliver-mail.ts';
import { mailSettings, secretKeys } from '../_shared/environment.ts';
import { createMailer } from '../_shared/mailer.ts';
import { respond, respondToOther } from '../_shared/respond.ts';

const mailer = createMailer(mailSettings(), (path) => console.info(`mail captured: ${path}`));

/** How long one call goes on claiming mails; a scheduler calls again while `more` is true. */
const workingMs = 5_000;

/** Sends the mails that are due. Called by schedulers with the secret key: our server's own, or pg_cron's. */
async function answer(request: Request): Promise<Response> {
  if (request.method !== 'POST') return respondToOther(request.method);
  if (!holdsSecretKey(request)) return respond(401, { error: 'This function needs the secret key.' });
  const start = Date.now();
  const count = { sent: 0, failed: 0 };
  let orders: MailOrder[];
  await callProcedure('queue_forgotten_mails', {});
  do {
    orders = await callProcedure<MailOrder[]>('claim_due_mails', { batch: 10 });
    const outcomes = await Promise.allSettled(orders.map((order) => deliverMail(mailer, order)));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') count.sent += 1;
      else {
        count.failed += 1;
        console.error(`mail not sent: ${failureCode(outcome.reason)}`);
      }
    }
  } while (orders.length > 0 && Date.now() - start < workingMs);
  return respond(200, { ...count, more: orders.length > 0 });
}

function holdsSecretKey(request: Request): boolean {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '');
  const given = [request.headers.get('apikey') ?? '', bearer ?? ''].map((key) => Buffer.from(key));
  return secretKeys()
    .map((key) => Buffer.from(key))
    .some((key) => given.some((bytes) => bytes.length === key.length && timingSafeEqual(bytes, key)));
}

export default { fetch: answer };

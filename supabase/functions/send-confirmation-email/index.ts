import { callProcedure, TooManyRequests } from '../_shared/call-procedure.ts';
import { deliverMail, failureCode, type MailOrder } from '../_shared/deliver-mail.ts';
import { mailSettings } from '../_shared/environment.ts';
import { createMailer } from '../_shared/mailer.ts';
import { pace } from '../_shared/pace.ts';
import { respond, respondToOther } from '../_shared/respond.ts';

const mailer = createMailer(mailSettings(), (path) => console.info(`mail captured: ${path}`));

/**
 * Mails the confirmation link to an applicant (specification section 7). Body: `{ name, email }`; the name is
 * ignored, the stored one counts. The answer is the same whether the address has applied or not, also when the
 * mail server is down, so a stranger learns nothing from it.
 */
async function answer(request: Request): Promise<Response> {
  if (request.method !== 'POST') return respondToOther(request.method);
  const email = await readEmail(request);
  if (email === null) return respond(400, { error: 'The body must be JSON with the text "email".' });
  const done = pace(250);
  try {
    const client = clientAddress(request);
    const order = await callProcedure<MailOrder | null>('claim_confirmation_mail', { email, client });
    await (order === null ? mailer.check() : deliverMail(mailer, order));
    return respond(200, { success: true });
  } catch (error) {
    if (error instanceof TooManyRequests) {
      return respond(429, { error: error.message }, { 'retry-after': String(error.seconds) });
    }
    console.error(`confirmation mail not sent: ${failureCode(error)}`);
    return respond(502, { error: 'The confirmation email could not be sent.' });
  } finally {
    await done();
  }
}

/** Both backends' gateways write the client's address first. */
function clientAddress(request: Request): string | null {
  const { headers } = request;
  return headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',')[0] ?? null;
}

async function readEmail(request: Request): Promise<string | null> {
  try {
    const { email } = (await request.json()) as { email?: unknown };
    const isText = typeof email === 'string' && email.isWellFormed() && !email.includes('\0');
    return isText && email.length <= 1000 ? email : null;
  } catch {
    return null;
  }
}

export default { fetch: answer };

import { trimmed } from '../_shared/contract/visible.ts';
import { variable } from '../_shared/environment.ts';
import { credentialsOf, readBody, whoCalls } from '../_shared/member-caller.ts';
import { respond, respondToOther } from '../_shared/respond.ts';
import { targetMistake } from '../_shared/webhooks/target-mistake.ts';
import { readTestAddresses } from '../_shared/webhooks/test-addresses.ts';

interface Body {
  readonly kind: unknown;
  readonly url: unknown;
  readonly events: unknown;
  readonly includes_person: unknown;
}

const tests = readTestAddresses();
/** Supabase's runtime may have no resolver. */
const hasResolver = !('Deno' in globalThis);

/**
 * Lets an owner add a webhook whose address leads to the open Internet. The body has the arguments of `review_webhook_add`,
 * which adds it as the caller. An address that nothing would be sent to is 422 with `field: 'url'`.
 */
async function answer(request: Request): Promise<Response> {
  if (request.method !== 'POST') return respondToOther(request.method);
  const body = await readBody<Body>(request);
  try {
    const me = await whoCalls(request);
    // Before a name is resolved, so that no other caller learns what our name servers know.
    if (me?.access !== 'owner') return respond(403, { error: 'Only an owner adds a webhook.' });
    const url = typeof body.url === 'string' ? trimmed(body.url) : '';
    const mistake = await targetMistake(url, tests, hasResolver);
    if (mistake !== null) return respond(422, { error: mistake, field: 'url' });
    return await add(request, { ...body, url });
  } catch (error) {
    console.error(`webhook not added: ${(error as Error).message}`);
    return respond(502, { error: 'The address could not be added. Please try again later.' });
  }
}

async function add(request: Request, order: Partial<Body>): Promise<Response> {
  const { kind, url, events, includes_person = false } = order;
  const response = await fetch(`${variable('SUPABASE_URL')}/rest/v1/rpc/review_webhook_add`, {
    method: 'POST',
    headers: { ...credentialsOf(request), 'content-type': 'application/json' },
    body: JSON.stringify({ kind, url, events, includes_person }),
    signal: AbortSignal.timeout(10_000),
  });
  const answered = (await response.json()) as { readonly message?: string };
  return respond(response.status, response.ok ? answered : { error: answered.message ?? '' });
}

export default { fetch: answer };

import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';

/** What became of a form; the site's build has a page of each name under /join. */
type Outcome = 'sent' | 'saved' | 'duplicate' | 'incomplete' | 'later' | 'failed';

const texts = ['name', 'email', 'linkedin', 'sectors'] as const;
const questions = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7'] as const;

/**
 * The join form of a browser without script: turns `POST /join` into the INSERT and the function call that the form's
 * script makes, through the same doors as anon, so that keys, limits and brakes are the same; answers with a page.
 */
export function formPost(publishableKey: string): FastifyPluginAsync {
  return async (app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, body: string) => body,
    );
    app.post('/join', async (request, reply) => {
      const outcome = isOurForm(request) ? await apply(app, request, publishableKey) : 'failed';
      return reply.redirect(`/join/${outcome}`, 303);
    });
  };
}

/** Browsers say where a form was sent from; another site's form is not ours. */
function isOurForm({ body, headers }: FastifyRequest): boolean {
  return (
    typeof body === 'string' &&
    [undefined, 'same-origin', 'none'].includes(headers['sec-fetch-site'] as string)
  );
}

async function apply(app: FastifyInstance, request: FastifyRequest, apikey: string): Promise<Outcome> {
  const form = new URLSearchParams(request.body as string);
  const application = {
    ...Object.fromEntries(texts.map((name) => [name, (form.get(name) ?? '').trim()])),
    ...Object.fromEntries(questions.map((name) => [name, form.has(name)])),
  };
  const call = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, payload, remoteAddress: request.ip, headers: { apikey, ...headers } });

  const saved = await call('/rest/v1/applications', application, {
    prefer: 'return=minimal',
    'x-application-trap': encodeURIComponent(form.get('trap') ?? ''),
  });
  if (saved.statusCode !== 201) return refusal(saved.statusCode, saved.body);
  const { name, email } = application as Record<string, unknown>;
  const mailed = await call('/functions/v1/send-confirmation-email', { name, email });
  return mailed.statusCode < 300 ? 'sent' : 'saved';
}

function refusal(status: number, body: string): Outcome {
  if (status === 409) return 'duplicate';
  if (status === 429) return 'later';
  // A rule of the table, which are the rules of the form.
  return body.includes('"23514"') ? 'incomplete' : 'failed';
}

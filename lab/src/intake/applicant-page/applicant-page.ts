import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Config } from '../../../../server/src/config.ts';
import { contentSecurityPolicy } from '../../../../server/src/gateway/site/content-security-policy.ts';
import { type Call, takeForms } from '../forms.ts';
import { deedOf } from './deeds.ts';
import { answeredScope, emptyScope, openScope, pageAnswer } from './scope.ts';
import { fillIn, type Scope } from './template.ts';

const PATH = '/my-application';

/** No copy is kept, no address of it is told on, no search engine lists it. */
const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** A page of the build; null where the site is not built. */
function builtPage(siteDir: string, file: string, connectTo: readonly string[]) {
  const path = join(siteDir, file);
  if (!existsSync(path)) return null;
  const html = readFileSync(path, 'utf8');
  return { html, policy: contentSecurityPolicy(html, connectTo) };
}

/**
 * The applicant's page (docs/applying.md). Opening a link changes nothing, with script or without. A browser without
 * script posts what stands on it: as the join form does, through the same doors as anon. The link's secret is what a
 * form must bring, so one that comes from elsewhere can do no more than its sender can.
 */
export function applicantPage(
  config: Pick<Config, 'keys' | 'siteDir' | 'apiOrigins' | 'trustedProxies'>,
): FastifyPluginAsync {
  const page = builtPage(config.siteDir, 'my-application.html', config.apiOrigins);
  const opened = builtPage(config.siteDir, 'my-application/opened.html', config.apiOrigins);
  return async (app) => {
    if (!page || !opened) return;
    const callFor = takeForms(app, config);
    const send = (reply: FastifyReply, policy: string, html: string) =>
      reply
        .headers({ ...privateHeaders, 'content-security-policy': policy })
        .type('text/html; charset=utf-8')
        .send(html);
    app.get(PATH, async (_, reply) => send(reply, page.policy, page.html));
    app.get(`${PATH}/opened`, async (_, reply) => reply.redirect(PATH, 302));
    app.post(PATH, async (request, reply) => {
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      const query = new URLSearchParams(request.url.split('?', 2)[1]);
      const key = form.get('key') ?? query.get('key') ?? '';
      const answer = await carryOut(callFor(request), form, key);
      if (typeof answer === 'string') return sendFile(reply, answer);
      return send(reply, opened.policy, fillIn(opened.html, answer));
    });
  };
}

const sendFile = (reply: FastifyReply, content: string) =>
  reply
    .headers({ ...privateHeaders, 'content-disposition': 'attachment; filename="my-application.json"' })
    .type('application/json; charset=utf-8')
    .send(content);

/** Does what a form asks for; answers the page to show, or the content of the file that was asked for. */
async function carryOut(call: Call, form: URLSearchParams, key: string): Promise<Scope | string> {
  const deed = deedOf(form);
  const rpc = (procedure: string, parameters: object) =>
    call(`/rest/v1/rpc/${procedure}`, { link_secret: key, ...parameters });
  if (deed === 'not_sure') return asItIs(rpc, key, 'said_not_sure');
  const answered = await rpc(deed.procedure, deed.parameters);
  if (answered.statusCode !== 200)
    return asItIs(rpc, key, answered.statusCode === 429 ? 'said_later' : 'said_failed');
  const answer = pageAnswer.parse(JSON.parse(answered.body));
  if (deed.procedure === 'my_application_download' && 'application' in answer)
    return JSON.stringify(JSON.parse(answered.body), null, 2);
  return answeredScope(key, answer, deed.procedure, deed.parameters);
}

/** The page with nothing done, and why. */
async function asItIs(
  rpc: (procedure: string, parameters: object) => ReturnType<Call>,
  key: string,
  said: string,
): Promise<Scope> {
  const { statusCode, body } = await rpc('my_application', {});
  if (statusCode !== 200) return emptyScope('stuck', key);
  const answer = pageAnswer.parse(JSON.parse(body));
  return 'application' in answer
    ? openScope(key, answer.application, [said], {})
    : emptyScope('unknown', key);
}

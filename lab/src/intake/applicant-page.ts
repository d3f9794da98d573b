import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../../server/src/config.ts';
import { contentSecurityPolicy } from '../../../server/src/gateway/site/content-security-policy.ts';

/**
 * Serves the applicant's page (docs/applying.md). A mailed link opens it with a secret in the address, so no cache keeps
 * it, no other site gets its address and no search engine lists it.
 */
export function applicantPage({
  siteDir,
  apiOrigins,
}: Pick<Config, 'siteDir' | 'apiOrigins'>): FastifyPluginAsync {
  const path = join(siteDir, 'my-application.html');
  const html = existsSync(path) ? readFileSync(path, 'utf8') : null;
  return async (app) => {
    if (html === null) return;
    const headers = {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': contentSecurityPolicy(html, apiOrigins),
    };
    app.get('/my-application', async (_, reply) =>
      reply.headers(headers).type('text/html; charset=utf-8').send(html),
    );
  };
}

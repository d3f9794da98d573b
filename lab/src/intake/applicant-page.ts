import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '@solostead/server';
import { contentSecurityPolicy } from '@solostead/server/extension';

/** A mailed link opens the page with a secret in the address, so no cache keeps it and no other site gets its address. */
export const applicantPageHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** Serves the applicant's page (docs/applying.md). */
export function applicantPage({
  siteDir,
  apiOrigins,
}: Pick<Config, 'siteDir' | 'apiOrigins'>): FastifyPluginAsync {
  const path = join(siteDir, 'my-application.html');
  const html = existsSync(path) ? readFileSync(path, 'utf8') : null;
  return async (app) => {
    if (html === null) return;
    const headers = {
      ...applicantPageHeaders,
      'content-security-policy': contentSecurityPolicy(html, apiOrigins),
    };
    app.get('/my-application', async (_, reply) =>
      reply.headers(headers).type('text/html; charset=utf-8').send(html),
    );
  };
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../../server/src/config.ts';
import { contentSecurityPolicy } from '../../../server/src/gateway/site/content-security-policy.ts';

/** The parameter with the fields that were refused, and the name of all screening questions in it. */
export const FIELDS = 'fields';
export const QUESTIONS = 'questions';

/** A sentence about one field, in the page of the site's build (site/src/layouts/Answer.astro). */
const SENTENCE = /<p data-field="([a-z]+)"[^>]*>[^<]*<\/p>/g;

/** Serves the answer to an incomplete form without script, with the sentences about the fields in its address alone. */
export function incompletePage({
  siteDir,
  apiOrigins,
}: Pick<Config, 'siteDir' | 'apiOrigins'>): FastifyPluginAsync {
  const path = join(siteDir, 'join', 'incomplete.html');
  const html = existsSync(path) ? readFileSync(path, 'utf8') : null;
  return async (app) => {
    if (html === null) return;
    const named = new Set([...html.matchAll(SENTENCE)].map(([, field]) => field));
    const headers = {
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy(html, apiOrigins),
    };
    app.get('/join/incomplete', async ({ url }, reply) => {
      const fields = new URL(url, 'http://localhost').searchParams.get(FIELDS)?.split(',') ?? [];
      const shown = fields.filter((field) => named.has(field));
      // Nothing of the address gets into the page: its names only choose sentences.
      const page = html.replaceAll(SENTENCE, (sentence, field: string) =>
        shown.length === 0 || shown.includes(field) ? sentence : '',
      );
      return reply.headers(headers).type('text/html; charset=utf-8').send(page);
    });
  };
}

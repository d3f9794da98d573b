import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '@solostead/server';
import { contentSecurityPolicy } from '@solostead/server/extension';

/** The parameter with the fields that were refused, and the name of all screening questions in it. */
export const FIELDS = 'fields';
export const QUESTIONS = 'questions';

/** A sentence about one field, in the page of the site's build (site/src/layouts/Answer.astro). */
const SENTENCE = /<p data-field="([a-z]+)"[^>]*>[^<]*<\/p>/g;

/** The answers to incomplete forms without script. */
const PAGES = ['/join/incomplete', '/confirm-email/invalid'];

/** Serves them with the sentences about the fields in their address alone. */
export function incompletePages({
  siteDir,
  apiOrigins,
}: Pick<Config, 'siteDir' | 'apiOrigins'>): FastifyPluginAsync {
  return async (app) => {
    for (const page of PAGES) {
      const path = join(siteDir, `${page}.html`);
      if (!existsSync(path)) continue;
      const html = readFileSync(path, 'utf8');
      const policy = contentSecurityPolicy(html, apiOrigins);
      app.get(page, async ({ url }, reply) =>
        reply
          .headers({ 'cache-control': 'public, no-cache', 'content-security-policy': policy })
          .type('text/html; charset=utf-8')
          .send(withSentences(html, new URL(url, 'http://localhost').searchParams.get(FIELDS) ?? '')),
      );
    }
  };
}

/** Nothing of the address gets into the page. Its names only choose sentences, and no known name chooses all. */
function withSentences(html: string, fields: string): string {
  const named = new Set([...html.matchAll(SENTENCE)].map(([, field]) => field));
  const shown = fields.split(',').filter((field) => named.has(field));
  return html.replaceAll(SENTENCE, (sentence, field: string) =>
    shown.length === 0 || shown.includes(field) ? sentence : '',
  );
}

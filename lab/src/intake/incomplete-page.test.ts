import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { incompletePages } from './incomplete-page.ts';

const fields = ['name', 'email', 'linkedin', 'sectors', 'questions'];
let siteDir: string;
let app: FastifyInstance;

beforeAll(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'incomplete-'));
  mkdirSync(join(siteDir, 'join'));
  const sentences = fields.map((field) => `<p data-field="${field}" data-astro-cid-x>About ${field}.</p>`);
  writeFileSync(
    join(siteDir, 'join', 'incomplete.html'),
    `<main><h1>Missing</h1>${sentences.join('')}</main>`,
  );
  app = fastify();
  await app.register(incompletePages({ siteDir, apiOrigins: [] }));
});

afterAll(async () => {
  await app.close();
  await rm(siteDir, { recursive: true });
});

test.each([
  ['?fields=linkedin%2Cquestions', ['linkedin', 'questions']],
  ['?fields=email,email', ['email']],
  ['?fields=evil,email', ['email']],
  ['?fields=%3Cscript%3Eevil%3C/script%3E,name', ['name']],
  ['', fields],
  ['?fields=', fields],
  ['?fields=%3Cscript%3Eevil', fields],
  ['?fields=$%26evil', fields],
  ['?fields=__proto__', fields],
  ['?fields=%E0%A4%A', fields],
  ['?evil=name', fields],
])('%j shows the sentences of %j and nothing of the address', async (query, shown) => {
  const { body, statusCode, headers } = await app.inject(`/join/incomplete${query}`);
  expect(statusCode).toBe(200);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body).toContain('<h1>Missing</h1>');
  expect([...body.matchAll(/data-field="([a-z]+)"/g)].map(([, field]) => field)).toEqual(shown);
  expect(body).not.toMatch(/evil/);
});

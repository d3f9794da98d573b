import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forEachQuestion } from '@solostead/contract/questions';
import { HONEYPOT_FIELD } from '@solostead/contract/honeypot';
import { linkedId } from '../../harness/applicant.ts';
import { mailOf } from '../../harness/applicant-page.ts';
import { completions } from '../../fixtures/profile-examples.ts';
import { expect, testLimited, type TestServer } from '../../harness/fixtures.ts';
import { buildTestSite, testSiteDir } from '../../harness/servers/site.ts';

const test = testLimited();

const person = (name: string) => ({
  name: 'Sample Builder',
  sectors: 'Logistics',
  email: `${name}@example.org`,
  linkedin: `https://www.linkedin.com/in/${name}`,
  ...forEachQuestion('on'),
});

test('a whole form is saved, and its mailed link confirms by our form alone', async ({ server }) => {
  expect(await post(server, { ...person('mailed'), [HONEYPOT_FIELD]: '' })).toEqual([303, '/join/sent']);
  const mail = await mailOf(server, 'mailed@example.org', 'Confirm your application to Solostead');
  const link = `/confirm-email?application_id=${linkedId(mail.text)}`;
  const isConfirmed = () =>
    server.value`select email_confirmed_at is not null from public.applications
        where email = 'mailed@example.org'`;
  await send(server, link, { method: 'GET' });
  await send(server, link, { method: 'HEAD' });
  expect(await send(server, link, { headers: { 'sec-fetch-site': 'cross-site' } })).toEqual([
    303,
    '/confirm-email/failed',
  ]);
  expect(await isConfirmed()).toBe(false);
  for (const form of [{ body: new URLSearchParams() }, {}])
    expect(await send(server, link, form)).toEqual([303, link.replace('?', '/confirmed?')]);
  expect(await isConfirmed()).toBe(true);
});

test('a profile is completed as in the form, whatever was pasted', async ({ server }) => {
  for (const [number, [typed]] of completions.entries()) {
    const applicant = { ...person(`completed-${number}`), linkedin: typed };
    expect([typed, await post(server, applicant)]).toEqual([typed, [303, '/join/sent']]);
    await server.sql('delete from public.applications');
    await server.sql('delete from private.rate_counts');
  }
});

test('a duplicate leads to a form that mails the next step to any address', async ({ server }) => {
  const twice = person('twice');
  expect(await post(server, twice)).toEqual([303, '/join/sent']);
  expect(await post(server, twice)).toEqual([303, '/join/duplicate']);
  await buildTestSite();
  const page = (path: string) => readFileSync(join(testSiteDir, `${path}.html`), 'utf8');
  expect(page('/join/duplicate')).toContain('action="/next-step"');
  await server.sql`update public.applications set email_confirmed_at = now() where email = ${twice.email}`;
  const ask = (email: string) => send(server, '/next-step', { body: new URLSearchParams({ email }) });
  for (const email of [twice.email, 'unknown@example.org'])
    expect(await ask(email)).toEqual([303, '/next-step/requested']);
  expect(await ask('no address')).toEqual([303, '/next-step/invalid']);
  expect(page('/next-step/requested')).toContain(
    'Check your inbox. If this address has applied, we have emailed it the next step.',
  );
  await mailOf(server, twice.email, 'You have applied: here is your page');
});

/** Posts without a script and returns the status with the page that it leads to. */
const send = async (server: TestServer, path: string, init: RequestInit = {}) => {
  const answer = await fetch(server.url + path, { method: 'POST', redirect: 'manual', ...init });
  return [answer.status, answer.headers.get('location')];
};
const post = (server: TestServer, fields: Record<string, string>) =>
  send(server, '/join', { body: new URLSearchParams(fields) });

import { forEachQuestion } from '../../../supabase/functions/_shared/contract/questions.ts';
import { mailsSettled } from '../../harness/applicant.ts';
import { HONEYPOT_FIELD } from '../../../supabase/functions/_shared/contract/honeypot.ts';
import { expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

const test = testStarting({ env: { LIMITS: 'on', SITE_URL: 'https://lab.example.org', MAIL: 'capture' } });

const whole = {
  name: 'Sample Builder',
  sectors: 'Logistics',
  ...forEachQuestion('on'),
};
const person = (name: string) => ({
  ...whole,
  email: `${name}@example.org`,
  linkedin: `https://www.linkedin.com/in/${name}`,
});

test('a whole form is one application and one mail', async ({ server }) => {
  expect(await post(server, person('whole'))).toEqual([303, '/join/sent']);
  expect(await server.sql('select q1, q7, sectors from public.applications')).toEqual([
    { q1: true, q7: true, sectors: 'Logistics' },
  ]);
});

test('a form with a filled hidden field is refused like one with script, and nothing is saved', async ({
  server,
}) => {
  expect(await post(server, { ...person('filled'), [HONEYPOT_FIELD]: 'https://spam.example' })).toEqual([
    303,
    '/join/failed',
  ]);
  expect(await server.sql(`select 1 from public.applications where email like 'filled%'`)).toEqual([]);
  expect(await post(server, { ...person('empty'), [HONEYPOT_FIELD]: '' })).toEqual([303, '/join/sent']);
});

test('a mailed link is confirmed only by our own form, neither by GET nor from another site', async ({
  server,
}) => {
  await post(server, person('mailed'));
  await mailsSettled(server);
  const mailId = await server.value<string>`
    select m.id from private.mails m join public.applications a on a.id = m.application_id
     where a.email = 'mailed@example.org' and m.kind = 'confirmation'`;
  const link = `/confirm-email?application_id=${mailId}`;
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
  const form = { body: new URLSearchParams() };
  expect(await send(server, link, form)).toEqual([303, '/confirm-email/confirmed']);
  expect(await isConfirmed()).toBe(true);
  expect(await send(server, link)).toEqual([303, '/confirm-email/confirmed']);
});

/** Posts without a script and returns the status with the page that it leads to. */
const send = async (server: TestServer, path: string, init: RequestInit = {}) => {
  const answer = await fetch(server.url + path, { method: 'POST', redirect: 'manual', ...init });
  return [answer.status, answer.headers.get('location')];
};
const post = (server: TestServer, fields: Record<string, string>) =>
  send(server, '/join', { body: new URLSearchParams(fields) });

import { afterAll, beforeAll, expect, test } from 'vitest';
import { forEachQuestion } from '../../../supabase/functions/_shared/contract/questions.ts';
import { mailsSettled } from '../../harness/applicant.ts';
import { HONEYPOT_FIELD } from '../../../supabase/functions/_shared/contract/honeypot.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { LIMITS: 'on', SITE_URL: 'https://lab.example.org', MAIL: 'capture' } });
  await server.sql('update private.brakes set per_address = 1000');
});
afterAll(() => server?.stop());

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

test('a whole form is one application and one mail', async () => {
  expect(await post(person('whole'))).toEqual([303, '/join/sent']);
  expect(await server.sql('select q1, q7, sectors from public.applications')).toEqual([
    { q1: true, q7: true, sectors: 'Logistics' },
  ]);
});

test('a form with a filled hidden field is refused like one with script, and nothing is saved', async () => {
  expect(await post({ ...person('filled'), [HONEYPOT_FIELD]: 'https://spam.example' })).toEqual([
    303,
    '/join/failed',
  ]);
  expect(await server.sql(`select 1 from public.applications where email like 'filled%'`)).toEqual([]);
  expect(await post({ ...person('empty'), [HONEYPOT_FIELD]: '' })).toEqual([303, '/join/sent']);
});

test('a mailed link is confirmed only by our own form, neither by GET nor from another site', async () => {
  await post(person('mailed'));
  await mailsSettled(server);
  const mail = await server.row`
    select m.id from private.mails m join public.applications a on a.id = m.application_id
     where a.email = 'mailed@example.org' and m.kind = 'confirmation'`;
  const query = `?application_id=${mail!['id']}`;
  const isConfirmed = async () => {
    const row = await server.row`select email_confirmed_at is not null as it from public.applications
        where email = 'mailed@example.org'`;
    return row!['it'] as boolean;
  };
  await confirm(query, { method: 'GET' });
  await confirm(query, { method: 'HEAD' });
  expect(await confirm(query, { headers: { 'sec-fetch-site': 'cross-site' } })).toEqual([
    303,
    '/confirm-email/failed',
  ]);
  expect(await isConfirmed()).toBe(false);
  const form = { body: new URLSearchParams() };
  expect(await confirm(query, form)).toEqual([303, '/confirm-email/confirmed']);
  expect(await isConfirmed()).toBe(true);
  expect(await confirm(query)).toEqual([303, '/confirm-email/confirmed']);
});

test('its limits are those of the form with script', async () => {
  await server.sql('update private.brakes set per_address = default');
  await server.sql('delete from private.application_attempts');
  const outcomes = [];
  for (let index = 0; index < 12; index += 1) outcomes.push((await post(person(`limited${index}`)))[1]);
  expect(outcomes).toEqual([...Array(10).fill('/join/sent'), '/join/later', '/join/later']);
});

const post = async (fields: Record<string, string>) => {
  const answer = await fetch(`${server.url}/join`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return [answer.status, answer.headers.get('location')];
};
const confirm = async (query: string, init: RequestInit = {}) => {
  const answer = await fetch(`${server.url}/confirm-email${query}`, {
    method: 'POST',
    redirect: 'manual',
    ...init,
  });
  return [answer.status, answer.headers.get('location')];
};

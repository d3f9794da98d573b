import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const whole = {
  name: 'Sample Builder',
  sectors: 'Logistics',
  q1: 'on',
  q2: 'on',
  q3: 'on',
  q4: 'on',
  q5: 'on',
  q6: 'on',
  q7: 'on',
};

const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.url}/join`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  });
  return [answer.status, answer.headers.get('location')];
};
const person = (name: string) => ({
  ...whole,
  email: `${name}@example.org`,
  linkedin: `https://www.linkedin.com/in/${name}`,
});

const without = (name: string, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

test('a whole form is one application and one mail', async () => {
  expect(await post(person('whole'))).toEqual([303, '/join/sent']);
  expect(await server.sql('select q1, q7, sectors from public.applications')).toEqual([
    { q1: true, q7: true, sectors: 'Logistics' },
  ]);
});

test('the same person again is a duplicate', async () => {
  await post(person('twice'));
  expect(await post(person('twice'))).toEqual([303, '/join/duplicate']);
});

test.each([
  ['an unchecked question', without('q3', person('unchecked'))],
  ['no profile', { ...person('profile'), linkedin: '' }],
  ['a name of one letter', { ...person('short'), name: 'x' }],
  ['nothing at all', {}],
])('%s is incomplete, and nothing is saved', async (_, fields: Record<string, string>) => {
  const before = await server.sql('select count(*) from public.applications');
  expect(await post(fields)).toEqual([303, '/join/incomplete']);
  expect(await server.sql('select count(*) from public.applications')).toEqual(before);
});

test('a form on another site is refused', async () => {
  expect(await post(person('elsewhere'), { 'sec-fetch-site': 'cross-site' })).toEqual([303, '/join/failed']);
  expect(await server.sql(`select 1 from public.applications where email like 'elsewhere%'`)).toEqual([]);
});

test('columns of the review cannot be written through it', async () => {
  expect(await post({ ...person('more'), status: 'accepted', email_confirmed_at: '2026-01-01' })).toEqual([
    303,
    '/join/sent',
  ]);
  expect(
    await server.sql(`select email_confirmed_at from public.applications where email like 'more%'`),
  ).toEqual([{ email_confirmed_at: null }]);
});

test('limits hold for it as for the form with script', async () => {
  const limited = await startServer({ env: { LIMITS: '' } });
  const send = async (name: string) =>
    (
      await fetch(`${limited.url}/join`, {
        method: 'POST',
        body: new URLSearchParams(person(name)),
        redirect: 'manual',
      })
    ).headers.get('location');
  const outcomes = [];
  for (let index = 0; index < 12; index += 1) outcomes.push(await send(`limited${index}`));
  await limited.stop();
  expect(outcomes.slice(0, 10)).toEqual(Array(10).fill('/join/sent'));
  expect(outcomes.slice(10)).toEqual(['/join/later', '/join/later']);
});

import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { applicationHeaders } from '@solostead/contract/headers';
import { HONEYPOT_FIELD } from '@solostead/contract/honeypot';
import { applicationQuestions, forEachQuestion } from '@solostead/contract/questions';
import { formPost } from './form-post.ts';

const SITE_URL = 'https://lab.example';
/** The hidden field, and a column of the review, which no applicant may write. */
const form = `name=+Ada%E2%80%8B&email=ada%40example.org&linkedin=linkedin.com%2Fin%2Fada&sectors=s&q1=on&${HONEYPOT_FIELD}=a+b&status=accepted`;

interface Answers {
  readonly application?: readonly [status: number, body: string];
  readonly mail?: number;
  readonly confirmation?: readonly [status: number, body: string];
  readonly evidence?: readonly [status: number, body: string];
}

/** Posts to the forms' routes in front of a fake API. `asked` records the API's requests. */
async function post(url: string, payload: string | undefined, headers: object = {}, answers: Answers = {}) {
  const requests: { ip: string; body: unknown; headers: Record<string, unknown> }[] = [];
  const app = fastify();
  const keys = { publishable: 'key', secret: 'secret', jwks: [], jwtSecret: null };
  const api = (path: string, status: number, body: string) =>
    app.post(path, (request, reply) => {
      requests.push({ ip: request.ip, body: request.body, headers: request.headers });
      return reply.code(status).send(body);
    });
  api('/rest/v1/applications', ...(answers.application ?? [201, '']));
  api('/functions/v1/send-confirmation-email', answers.mail ?? 200, '');
  api('/rest/v1/rpc/confirm_email', ...(answers.confirmation ?? [200, '{"success":true}']));
  api('/rest/v1/rpc/save_evidence', ...(answers.evidence ?? [200, '{"outcome":"saved"}']));
  await app.register(formPost({ keys, siteUrl: SITE_URL, trustedProxies: ['127.0.0.1'] }));
  const type = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const { statusCode, headers: sent } = await app.inject({
    method: 'POST',
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: { ...type, ...headers },
  });
  return { statusCode, location: sent.location, requests };
}

test('sends a form as an application with its hidden field in a header and requests its confirmation mail', async () => {
  const { statusCode, location, requests } = await post('/join', form, { 'x-forwarded-for': '192.0.2.7' });
  expect([statusCode, location]).toEqual([303, '/join/sent']);
  const unchecked = Object.fromEntries(applicationQuestions.slice(1).map((name) => [name, false]));
  expect(requests.map(({ body }) => body)).toEqual([
    {
      name: 'Ada',
      email: 'ada@example.org',
      linkedin: 'https://linkedin.com/in/ada',
      sectors: 's',
      q1: true,
      ...unchecked,
    },
    { name: 'Ada', email: 'ada@example.org' },
  ]);
  expect(requests[0]!.headers[applicationHeaders.honeypot]).toBe('a%20b');
  // The limits of the API count them.
  expect(requests.map(({ ip, headers }) => `${ip} ${headers['apikey']}`)).toEqual(
    Array(2).fill('192.0.2.7 key'),
  );
});

test.each([
  [[409, '{"code":"23505"}'], 'duplicate'],
  [[403, '{"code":"applications_closed"}'], 'closed'],
  [[403, '{"code":"proof_needed"}'], 'proof-needed'],
  [[429, ''], 'later'],
  [[400, '{"code":"23514"}'], 'incomplete?fields=sectors%2Cquestions'],
  [[400, '{"code":"22P02"}'], 'failed'],
  [[503, ''], 'failed'],
] as const)('an INSERT with the answer %j redirects to %s and sends no mail', async (application, page) => {
  const { location, requests } = await post('/join', form, {}, { application });
  expect([location, requests.length]).toEqual([`/join/${page}`, 1]);
});

test('saves an application whose mail fails', async () => {
  expect((await post('/join', form, {}, { mail: 500 })).location).toBe('/join/saved');
});

test.each([
  [{}, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'same-site', origin: SITE_URL }, false],
  [{ origin: SITE_URL }, true],
  [{ origin: 'http://proxied.example', host: 'proxied.example' }, true],
  [{ origin: 'https://other.example' }, false],
  [{ origin: 'https://lab.example:8443' }, false],
  [{ origin: 'null' }, false],
  [{ origin: 'localhost' }, false],
])('a form with %j comes from this site: %s', async (headers, isOurs) => {
  const { location, requests } = await post('/join', form, headers);
  expect(location).toBe(isOurs ? '/join/sent' : '/join/failed');
  expect(requests.length > 0).toBe(isOurs);
});

test('refuses JSON', async () => {
  const { location, requests } = await post('/join', '{}', { 'content-type': 'application/json' });
  expect([location, requests]).toEqual(['/join/failed', []]);
});

test.each([
  ['', [200, '{"success":true}'], 'missing'],
  ['?application_id=', [200, '{"success":true}'], 'missing'],
  ['?application_id=a&application_id=b', [200, '{"success":true}'], 'missing'],
  ['?application_id=a', [200, '{"success":true}'], 'confirmed'],
  ['?application_id=a', [200, '{"success":true,"waiting":false}'], 'answered'],
  ['?application_id=a', [200, '{"success":false}'], 'refused'],
  ['?application_id=a', [200, '{}'], 'refused'],
  ['?application_id=a', [400, '{}'], 'failed'],
] as const)('a link with %j and the database’s answer %j leads to %s', async (query, confirmation, page) => {
  const { location } = await post(`/confirm-email${query}`, undefined, {}, { confirmation });
  expect(location).toBe(`/confirm-email/${page}${page === 'confirmed' ? query : ''}`);
});

const whole = new URLSearchParams({
  name: 'Sample Builder',
  email: 'sample@example.org',
  linkedin: 'sample-builder',
  sectors: 'Logistics',
  ...forEachQuestion('on'),
});

test.each([
  [{}, ''],
  [{ linkedin: 'https://lnkd.in/x' }, '?fields=linkedin'],
  [{ name: '\u200b', email: 'x' }, '?fields=name%2Cemail'],
  [{ q3: null, sectors: '' }, '?fields=sectors%2Cquestions'],
])('names the fields that are wrong in %j as %j', async (change, query) => {
  const sent = new URLSearchParams(whole);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  const { location } = await post('/join', `${sent}`, {}, { application: [400, '{"code":"23514"}'] });
  expect(location).toBe(`/join/incomplete${query}`);
});

test.each([
  ['link=one.example&words=It+works.', [200, '{"outcome":"saved"}'], 'saved', 1],
  ['link=one.example&words=It+works.', [200, '{"outcome":"read"}'], 'read', 1],
  ['link=one.example&words=It+works.', [200, '{"outcome":"withdrawn"}'], 'withdrawn', 1],
  ['link=one.example&words=It+works.', [200, '{"outcome":"unknown"}'], 'unknown', 1],
  ['link=one.example&words=It+works.', [200, '{"outcome":"../evil"}'], 'failed', 1],
  [
    'link=one.example&words=It+works.',
    [200, '{"outcome":"invalid","field":"link"}'],
    'invalid?fields=link',
    1,
  ],
  ['link=one.example&words=It+works.', [429, ''], 'later', 1],
  ['link=one.example&words=It+works.', [500, ''], 'failed', 1],
  ['link=javascript:x&words=', [200, ''], 'invalid?fields=link%2Cwords', 0],
  ['', [200, ''], 'invalid?fields=link%2Cwords', 0],
] as const)('evidence %j with the answer %j leads to %s', async (sent, evidence, page, calls) => {
  const { location, requests } = await post(
    '/confirm-email/confirmed?application_id=a',
    sent,
    {},
    { evidence },
  );
  expect([location, requests.length]).toEqual([`/confirm-email/${page}`, calls]);
});

test('evidence from another site or without an id reaches no database', async () => {
  const whole = 'link=one.example&words=It+works.';
  const elsewhere = await post('/confirm-email/confirmed?application_id=a', whole, {
    'sec-fetch-site': 'cross-site',
  });
  const nameless = await post('/confirm-email/confirmed', whole);
  expect([elsewhere, nameless].map(({ location, requests }) => [location, requests])).toEqual([
    ['/confirm-email/failed', []],
    ['/confirm-email/missing', []],
  ]);
});

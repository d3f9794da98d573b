import { startDenoFunction } from '../../harness/deno-function.ts';
import { makeMember, type Member } from '../../harness/member.ts';
import { hasTools } from '@solostead/server-testkit/tools';
import { needs } from '@solostead/server-testkit/needs';
import { expect, test, type WebhookDesk } from './desk.ts';

const NOT_PUBLIC = 'This address does not lead to the open Internet, so nothing would be sent to it.';
const NOWHERE = 'This address leads nowhere, because its name could not be resolved. Check the spelling.';
const MALFORMED =
  'An address begins with https:// and has no other port than 443, no user name and no password.';

/** Calls the function and returns the status and the answer. */
async function add({ server }: WebhookDesk, { auth }: Member, body: object, url?: string) {
  const token = (await auth.getSession()).data.session!.access_token;
  const response = await fetch(url ?? `${server.url}/functions/v1/add-webhook`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ kind: 'webhook', events: ['application.received'], ...body }),
  });
  return [response.status, (await response.json()) as Record<string, unknown>] as const;
}

const count = ({ server }: WebhookDesk) => server.value<number>('select count(*)::int from private.webhooks');

test('an owner adds an address, whose row shows the last message’s outcome', async ({ desk }) => {
  const [status, answer] = await add(desk, desk.owner, { url: ` ${desk.hooks.url}/added\n` });
  expect([status, answer]).toEqual([
    200,
    { id: expect.any(String), secret: expect.stringMatching(/^whsec_/) },
  ]);
  const id = answer['id'] as string;
  expect(await desk.listed(id)).toMatchObject({ url: `${desk.hooks.url}/added`, last: null });
  const last = async () => (await desk.listed(id)).last;
  const test = () => desk.owner.call<string>('review_webhook_test', { webhook_id: id });
  const first = await test();
  await desk.settled(id, 'delivered');
  expect((await desk.log(id))[0]!.id).toBe(first);
  expect(await last()).toEqual({
    state: 'delivered',
    tried_at: expect.any(String),
    response_status: 200,
    error: null,
  });
  desk.hooks.answer('/added', 503);
  await test();
  await expect.poll(last).toMatchObject({ state: 'failed', response_status: 503, error: 'It answered 503.' });
});

test.for([
  ['https://127.0.0.1/x', NOT_PUBLIC],
  ['https://2130706433/x', NOT_PUBLIC],
  ['https://192.168.1.5/hook', NOT_PUBLIC],
  ['https://169.254.169.254/latest', NOT_PUBLIC],
  ['https://198.51.100.7/', NOT_PUBLIC],
  ['https://[::1]/', NOT_PUBLIC],
  ['https://[fd00::1]/', NOT_PUBLIC],
  ['https://localhost/x', NOT_PUBLIC],
  ['https://intranet/', NOT_PUBLIC],
  ['https://nothing.invalid/x', NOWHERE],
  ['http://hooks.example/', MALFORMED],
  ['https://hooks.example:8443/a', MALFORMED],
  ['https://user@hooks.example/', MALFORMED],
  ['', MALFORMED],
  [null, MALFORMED],
] as const)('the address %s is refused for its field, and not added', async ([url, error], { desk }) => {
  const before = await count(desk);
  expect(await add(desk, desk.owner, { url })).toEqual([422, { error, field: 'url' }]);
  expect(await count(desk)).toBe(before);
});

test('other mistakes are answered in the database’s words', async ({ desk }) => {
  const url = `${desk.hooks.url}/other`;
  const noEvent = { error: 'Choose at least one event.' };
  expect(await add(desk, desk.owner, { url, events: [] })).toEqual([400, noEvent]);
  const reviewer = await makeMember(desk.server, 'reviewer@lab.example', 'reviewer');
  for (const address of [url, 'https://127.0.0.1/x'])
    expect(await add(desk, reviewer, { url: address })).toEqual([
      403,
      { error: 'Only an owner adds a webhook.' },
    ]);
});

test(
  'under Deno, as on Supabase, private addresses are refused and others added',
  needs(hasTools, 'no Deno for this machine'),
  async ({ desk, onTestFinished }) => {
    const deno = await startDenoFunction('add-webhook', desk.server, '');
    onTestFinished(deno.stop);
    const refused = [422, { error: NOT_PUBLIC, field: 'url' }];
    for (const url of ['https://10.0.0.1/', 'https://[::1]/', 'https://localhost/'])
      expect(await add(desk, desk.owner, { url }, deno.url)).toEqual(refused);
    const [status] = await add(desk, desk.owner, { url: 'https://93.184.216.34/' }, deno.url);
    expect(status).toBe(200);
  },
);

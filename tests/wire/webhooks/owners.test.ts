import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { makeApplication } from '../../harness/member.ts';
import { expect, test } from '../../harness/fixtures.ts';
import { refusedWith } from '../../harness/refusals.ts';

let hook: { id: string; secret: string };

test.beforeAll(async ({ owner }) => {
  hook = await owner.call('review_webhook_add', address);
});

test('a secret is shown once', async ({ owner }) => {
  expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const answers = await Promise.all([
    owner.call('review_webhooks'),
    owner.call('review_webhook_log', { webhook_id: hook.id }),
  ]);
  expect(JSON.stringify(answers)).not.toContain('whsec_');
});

test.for([
  ['http', 'http://hooks.example/'],
  ['another port', 'https://hooks.example:8443/'],
  ['a user name', 'https://user@hooks.example/'],
  ['a name behind a backslash', 'https://good.example\\@hooks.example/'],
  ['white space', 'https://hooks.example/a b'],
  ['a line break', 'https://hooks.example/\nhttps://other.example/'],
  ['no host', 'https:///path'],
  ['another scheme', 'file:///etc/passwd'],
  ['2,001 characters', `https://hooks.example/${'a'.repeat(1979)}`],
  ['nothing', ''],
] as const)('an address with %s is refused', async ([_title, url], { owner }) => {
  expect(await owner.refusal('review_webhook_add', { ...address, url })).toMatchObject(
    refusedWith(
      'invalid_webhook',
      'An address begins with https:// and has no other port than 443, no user name and no password.',
    ),
  );
});

test.for([
  [{ events: [] }, 'Choose at least one event.'],
  [{ events: ['application.opened'] }, 'Choose at least one event.'],
  [{ kind: 'mail' }, 'The kind of a webhook is webhook or slack.'],
] as const)('%j is refused', async ([change, message], { owner }) => {
  expect(await owner.refusal('review_webhook_add', { ...address, ...change })).toMatchObject(
    refusedWith('invalid_webhook', message),
  );
});

test('each change of an address is logged, with its host and without its path', async ({ server, owner }) => {
  const { id } = await owner.call<{ id: string }>('review_webhook_add', address);
  await server.sql`update private.webhooks set url = 'https://logged.example/secret' where id = ${id}`;
  const change = { webhook_id: id, events: address.events, includes_person: true, paused: false };
  await owner.call('review_webhook_change', change);
  await owner.call('review_webhook_change', change);
  await owner.call('review_webhook_secret_rotate', { webhook_id: id });
  await owner.call('review_webhook_remove', { webhook_id: id });
  const entries = await server.sql<{ kind: string }>`
    select kind, actor_email, detail from public.access_log where detail ->> 'host' = 'logged.example' order by id`;
  const kinds = 'webhook_changed webhook_secret_renewed webhook_removed';
  expect(entries.map(({ kind }) => kind).join(' ')).toBe(kinds);
  const { events } = address;
  expect(entries[0]).toEqual({
    kind: 'webhook_changed',
    actor_email: owner.email,
    detail: {
      ...{ table: 'webhooks', verb: 'update', changed: { includes_person: [false, true] } },
      ...{ host: 'logged.example', events, includes_person: true, state: 'active' },
    },
  });
  const added = await server.column`select actor_email from public.access_log where kind = 'webhook_added'`;
  expect(added).toContain(owner.email);
});

test('a change of an address keeps what it does not name', async ({ owner }) => {
  const { id } = await owner.call<{ id: string }>('review_webhook_add', address);
  const change = (part: object) => owner.call('review_webhook_change', { webhook_id: id, ...part });
  await change({ paused: true });
  await change({ events: ['application.erased'], includes_person: true });
  await change({ includes_person: false });
  const listed = async () =>
    (await owner.call<{ id: string }[]>('review_webhooks')).find((one) => one.id === id);
  const changed = { events: ['application.erased'], includes_person: false };
  expect(await listed()).toMatchObject({ ...changed, state: 'paused' });
  await change({ paused: false });
  expect(await listed()).toMatchObject({ ...changed, state: 'active' });
});

test('a removed address is deleted with its log', async ({ server, owner }) => {
  const { id } = await owner.call<{ id: string }>('review_webhook_add', address);
  await owner.call('review_webhook_remove', { webhook_id: id });
  expect(await owner.refusal('review_webhook_test', { webhook_id: id })).toMatchObject(
    refusedWith('not_found', 'This webhook no longer exists.'),
  );
  expect(await server.sql`select from private.messages where webhook_id = ${id}`).toEqual([]);
});

test('an application that arrives while an address is removed is stored', async ({ server, owner }) => {
  const { id } = await owner.call<{ id: string }>('review_webhook_add', address);
  const other = await holdRows(server, 'delete from private.webhooks where id = $1', [id]);
  const application = makeApplication(server, 'meanwhile');
  await lockWaits(server);
  await other.query('commit');
  expect(await application).toMatch(/^[0-9a-f-]{36}$/);
});

test('there are twenty addresses at most, however many owners add at once', async ({ server, owner }) => {
  await Promise.all(Array.from({ length: 25 }, () => owner.refusal('review_webhook_add', address)));
  const count = await server.value<number>('select count(*)::int from private.webhooks');
  expect(count).toBe(20);
});

const address = { kind: 'webhook', url: 'https://hooks.example/a', events: ['application.received'] };

import { signToken } from '@solostead/server-testkit/identity/token';
import { expect, itStarting, type Lab, untilKnown } from './fixtures.ts';

const test = itStarting();

const rows = (lab: Lab) => lab.column<string>('select name from lab.kept order by name');

test.beforeAll(async ({ lab }) => {
  await lab.sql(`
    create table lab.kept (id int primary key, name text);
    insert into lab.kept values (1, 'A'), (2, 'B');
    grant all on lab.kept to anon, authenticated, service_role`);
  await untilKnown(lab, 'kept');
});

const callers: Readonly<Record<string, (lab: Lab) => Record<string, string>>> = {
  'an anonymous user': () => ({}),
  'a signed-in user': () => ({
    authorization: `Bearer ${signToken({ sub: '11111111-1111-4111-8111-111111111111' })}`,
  }),
  'the secret key': (lab) => ({ apikey: lab.secretKey }),
};

const writes = [
  ['PATCH', '/kept', 'UPDATE'],
  ['PATCH', '/kept?columns=name&limit=1&order=id', 'UPDATE'],
  ['DELETE', '/kept', 'DELETE'],
  ['DELETE', '/kept?select=id&limit=1', 'DELETE'],
] as const;

test.for(Object.keys(callers).flatMap((who) => writes.map((write) => [who, ...write] as const)))(
  'refuses to let %s %s %s',
  async ([who, method, path, command], { lab }) => {
    const headers = { ...callers[who]!(lab), prefer: 'return=representation' };
    const body = method === 'PATCH' ? { body: { name: 'X' } } : {};
    const reply = await lab.ask(path, { method, headers, ...body });
    expect([reply.status, reply.body]).toEqual([
      400,
      { code: '21000', message: `${command} requires a WHERE clause`, details: null, hint: null },
    ]);
    expect(await rows(lab)).toEqual(['A', 'B']);
  },
);

test('changes and deletes all rows by a filter that all pass', async ({ lab }) => {
  const change = { method: 'PATCH', body: { name: 'C' } };
  expect((await lab.ask('/kept?id=not.is.null', change)).status).toBe(204);
  expect(await rows(lab)).toEqual(['C', 'C']);
  expect((await lab.ask('/kept?id=not.is.null', { method: 'DELETE' })).status).toBe(204);
  expect(await rows(lab)).toEqual([]);
});

test('does so without a filter once safeupdate is off for the login role', async ({ lab }) => {
  await lab.sql(`
    insert into lab.kept values (1, 'A'), (2, 'B');
    alter role authenticator set safeupdate.enabled = 'off';
    notify pgrst, 'reload config'`);
  await expect.poll(async () => (await lab.ask('/kept', { method: 'DELETE' })).status).toBe(204);
  expect(await rows(lab)).toEqual([]);
});

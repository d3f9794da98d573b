import { Client } from 'pg';
import { signToken } from '@solostead/server-testkit/identity/token';
import { askFrom } from './ask-from.ts';
import { expect, itStarting, untilKnown } from './fixtures.ts';

const test = itStarting({ LIMITS: 'on' });

test.beforeAll(async ({ lab }) => {
  await lab.sql(`
    create table lab.waited (id int);
    create function lab.wait_for_lock() returns int language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(4711);
      return 1;
    end $$;
    grant execute on function lab.wait_for_lock() to anon, authenticated;
    grant select on lab.waited to anon;
    alter role authenticated set statement_timeout = '60s'`);
  await untilKnown(lab, 'waited');
});

test.for([
  ['three anonymous users', { is_anonymous: true }, 4],
  ['three users', {}, 4],
] as const)('gives %s of one network the share of the network', async ([, claims, most], { lab }) => {
  const holder = new Client(lab.databaseUrl);
  await holder.connect();
  await holder.query('select pg_advisory_lock(4711)');
  const flood = Array.from({ length: 30 }, (_, count) =>
    askFrom(lab, '127.0.1.1', '/rpc/wait_for_lock', signToken({ sub: userId(count % 3), ...claims })),
  );
  const waiting = () =>
    lab.value<number>(`select count(*)::int from pg_locks where locktype = 'advisory' and not granted`);
  await expect.poll(waiting).toBe(most);
  // Another network finds connections, in which others of the first network have no part.
  expect(await askFrom(lab, '127.0.2.1', '/clients?select=id')).toBe(200);
  expect(await waiting()).toBe(most);
  await holder.end();
  expect([...new Set(await Promise.all(flood))]).toEqual([200]);
});

const userId = (digit: number) => `${digit}`.repeat(8) + '-1111-4111-8111-111111111111';

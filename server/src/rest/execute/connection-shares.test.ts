import { expect, it } from 'vitest';
import type { Caller } from '../../gateway/caller.ts';
import { shareConnections } from './connection-shares.ts';

const roomy = { hasRoom: () => true, room: async () => {} };
const callerFrom = (address: string, role = 'anon', sub?: string) =>
  ({ address, claims: { role, sub } }) as Caller;
const present = () => false;

/** A work that runs until the test ends it. */
function endlessWork() {
  const running: (() => void)[] = [];
  const work = () => new Promise<string>((resolve) => running.push(() => resolve('done')));
  return { running, work };
}

it('gives one caller a quarter of the connections, and serves others at the same time', async () => {
  const withConnection = shareConnections(16, roomy, true);
  const { running, work } = endlessWork();
  const flood = { caller: callerFrom('192.0.2.1'), isGone: present };
  const answers = Array.from({ length: 10 }, () => withConnection(flood, work));
  const other = { caller: callerFrom('198.51.100.1'), isGone: present };
  expect(await withConnection(other, async () => 'other')).toBe('other');
  expect(running).toHaveLength(4);
  running[0]!();
  await answers[0];
  await expect.poll(() => running).toHaveLength(5);
});

const accounts = (count: number, claims: object) =>
  ({ address: '192.0.2.7', claims: { role: 'authenticated', sub: `${count % 5}`, ...claims } }) as Caller;

it.each([
  ['anonymous users', { is_anonymous: true }, 4],
  ['users', {}, 4],
  ['one user', { sub: 'one' }, 3],
])('gives %s of one network no more than its share', async (_who, claims, most) => {
  const withConnection = shareConnections(16, roomy, true);
  const { running, work } = endlessWork();
  for (let count = 1; count <= 20; count += 1)
    void withConnection({ caller: accounts(count, claims), isGone: present }, work);
  const other = { caller: callerFrom('198.51.100.1', 'authenticated', 'other'), isGone: present };
  expect(await withConnection(other, async () => 'other')).toBe('other');
  expect(running).toHaveLength(most);
});

it('leaves one of the connections of a network to other users', async () => {
  const withConnection = shareConnections(16, roomy, true);
  const { running, work } = endlessWork();
  for (let count = 1; count <= 9; count += 1)
    void withConnection({ caller: accounts(0, {}), isGone: present }, work);
  const colleague = { caller: accounts(1, {}), isGone: present };
  expect(await withConnection(colleague, async () => 'colleague')).toBe('colleague');
  expect(running).toHaveLength(3);
});

it('gives one user no more connections in several networks', async () => {
  const withConnection = shareConnections(16, roomy, true);
  const { running, work } = endlessWork();
  for (let count = 1; count <= 9; count += 1)
    void withConnection(
      { caller: callerFrom(`${count}.0.2.1`, 'authenticated', 'one'), isGone: present },
      work,
    );
  await expect.poll(() => running).toHaveLength(3);
});

const anonymous = (count: number) => callerFrom(`${count}.0.2.1`);
const withSecretKey = (count: number) =>
  callerFrom('192.0.2.1', 'service_role', count < 4 ? undefined : `${count}`);

it.each([
  ['anonymous callers, however many requests have the secret key', withSecretKey, anonymous(1)],
  ['the secret key, however many callers flood the queue', anonymous, withSecretKey(1)],
])('leaves connections to %s', async (_who, floodingCaller, caller) => {
  const withConnection = shareConnections(8, roomy, true);
  const { running, work } = endlessWork();
  for (let count = 1; count <= 10; count += 1)
    void withConnection({ caller: floodingCaller(count), isGone: present }, work);
  await expect.poll(() => running).toHaveLength(6);
  expect(await withConnection({ caller, isGone: present }, async () => 'answer')).toBe('answer');
  expect(running).toHaveLength(6);
});

it('never starts the work of a client that left while it waited', async () => {
  const withConnection = shareConnections(4, roomy, true);
  const { running, work } = endlessWork();
  const caller = callerFrom('192.0.2.1');
  let isGone = false;
  const first = withConnection({ caller, isGone: present }, work);
  await expect.poll(() => running).toHaveLength(1);
  const second = withConnection({ caller, isGone: () => isGone }, work);
  isGone = true;
  running[0]!();
  await first;
  await expect(second).rejects.toThrow();
  expect(running).toHaveLength(1);
});

import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { portOf } from '@solostead/server-testkit/network/port-of';
import { addressProblem } from './listening-address.mjs';

test.each(['127.0.0.1', '0.0.0.0'])('a free port of %s has no problem', async (host) => {
  expect(await addressProblem(host, await freePort())).toBeNull();
});

test.each(['127.0.0.1', '0.0.0.0'])('a port that a program uses is taken, for %s', async (host) => {
  const port = await portOf(createServer());
  expect(await addressProblem(host, port)).toMatch(new RegExp(`^Port ${port} is taken: stop the program`));
});

test('an address of another machine is named', async () => {
  expect(await addressProblem('192.0.2.1', await freePort())).toMatch(
    /^HOST is 192\.0\.2\.1, which is no address/,
  );
});

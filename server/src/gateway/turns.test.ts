import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { admitInTurns } from './turns.ts';

/** Sends a request for each name, such as `flood-7` from the network `flood`, and returns them in the order they began. */
async function orderOf(names: readonly string[], role: Caller['claims']['role'] = 'anon'): Promise<string[]> {
  const addresses: Readonly<Record<string, string>> = { flood: '203.0.113.7', other: '198.51.100.1' };
  const begun: string[] = [];
  const app = fastify();
  app.addHook('onRequest', (request, _reply, done) => {
    const address = addresses[request.url.slice(1).split('-')[0]!]!;
    request.caller = { claims: { role }, address } as Caller;
    done();
  });
  app.addHook('onRequest', admitInTurns());
  app.get('/*', (request, reply) => {
    begun.push(request.url.slice(1));
    void reply.send('');
  });
  const answers = await Promise.all(names.map((name) => app.inject(`/${name}`)));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  return begun;
}

const flood = Array.from({ length: 60 }, (_, index) => `flood-${index}`);

test('starts another client’s request before the fourth of a flood, and answers the whole flood', async () => {
  const order = await orderOf([...flood, 'other-0']);
  expect(order.indexOf('other-0')).toBeLessThan(3);
  expect(order).toHaveLength(61);
});

test('lets requests with the secret key begin in the order they came', async () => {
  expect(await orderOf(flood, 'service_role')).toEqual(flood);
});

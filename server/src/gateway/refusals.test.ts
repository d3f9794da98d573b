import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { DatabaseUnavailable, PoolBusy } from '../database/database.ts';
import { renderRefusal } from './refusals.ts';

const failed = ['a request failed'];

test.each([
  ['the reason of a server error', new Error('the password is abc'), 500, 'Something went wrong', failed],
  ['the host of a lost database', new DatabaseUnavailable('host'), 503, 'The database cannot be reached', []],
  ['nothing of a full pool', new PoolBusy('All are in use.'), 503, 'All are in use.', failed],
])('hides %s', async (_what, error, status, message, expected) => {
  const logged: string[] = [];
  const stream = { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) };
  const app = fastify({ logger: { level: 'error', stream } });
  app.setErrorHandler(renderRefusal);
  app.get('/', () => {
    throw error;
  });
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.json(), logged]).toEqual([status, { message }, expected]);
});

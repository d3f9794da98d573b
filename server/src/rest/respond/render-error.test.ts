import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { DatabaseUnavailable, PoolBusy } from '../../database/database.ts';
import { catalogueUnavailable } from '../errors.ts';
import { renderError } from './render-error.ts';

/** Returns the status of an answer to a request that failed with `error`, and what was logged of it. */
async function answerTo(error: Error): Promise<{ status: number; logged: string[] }> {
  const logged: string[] = [];
  const stream = { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) };
  const app = fastify({ logger: { level: 'error', stream } });
  app.decorateRequest('caller', { getter: () => ({ claims: { role: 'anon' } }) as never });
  app.setErrorHandler(renderError);
  app.get('/', async () => {
    throw error;
  });
  return { status: (await app.inject('/')).statusCode, logged };
}

const away = new DatabaseUnavailable('away');
const unread = (cause: Error) => Object.assign(catalogueUnavailable(), { cause });

test.each([
  ['an unavailable database', away],
  ['a schema cache without an available database', unread(away)],
])('does not log %s, which is logged once elsewhere', async (_title, error) => {
  expect(await answerTo(error)).toEqual({ status: 503, logged: [] });
});

test.each([
  ['a schema cache that cannot be read', unread(new Error('another column')), 503],
  ['a full pool', new PoolBusy('busy'), 503],
  ['a server error', new TypeError('x is not a function'), 500],
])('logs %s', async (_title, error, status) => {
  expect(await answerTo(error)).toEqual({ status, logged: ['a data API request failed'] });
});

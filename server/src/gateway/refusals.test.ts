import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { renderRefusal } from './refusals.ts';

test('hides the reason of a server error', async () => {
  const app = fastify();
  app.setErrorHandler(renderRefusal);
  app.get('/', () => {
    throw new Error('the password of the database is abc');
  });
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.json()]).toEqual([500, { message: 'Something went wrong' }]);
});

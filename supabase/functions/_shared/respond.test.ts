import { expect, test } from 'vitest';
import { respond, respondToOther } from './respond.ts';

test('answers JSON that any origin may read and no cache keeps', async () => {
  const response = respond(429, { error: 'later' }, { 'retry-after': '5' });
  expect(response.status).toBe(429);
  expect(await response.json()).toEqual({ error: 'later' });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'retry-after': '5',
  });
});

test('allows what the client library sends, without credentials', () => {
  const response = respondToOther('OPTIONS');
  expect([response.status, response.body]).toEqual([204, null]);
  expect(response.headers.get('access-control-allow-headers')?.split(', ')).toEqual([
    'authorization',
    'x-client-info',
    'apikey',
    'content-type',
  ]);
  expect(response.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
  expect(response.headers.has('access-control-allow-credentials')).toBe(false);
});

test.each(['GET', 'PUT', 'DELETE', 'HEAD'])('%s is refused', async (method) => {
  const response = respondToOther(method);
  expect(response.status).toBe(405);
  expect(await response.json()).toEqual({ error: 'Only POST is answered here.' });
});

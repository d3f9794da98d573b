import { FunctionsClient } from '@supabase/functions-js';
import { describe, expect, test } from '../harness/fixtures.ts';

let url: string;

test.beforeAll(async ({ server }) => {
  url = `${server.url}/functions/v1`;
});

describe('the functions endpoint', () => {
  test("answers an unknown function in the edge runtime's shape", async ({ server }) => {
    const client = new FunctionsClient(url, { headers: { apikey: server.publishableKey } });
    const { error } = await client.invoke('no-such-function', { body: {} });
    expect(error.context.status).toBe(404);
    expect(error.context.headers.get('sb-error-code')).toBe('NOT_FOUND');
    expect(await error.context.json()).toEqual({
      code: 'NOT_FOUND',
      message: 'Requested function was not found',
    });
  });

  test('can be called from a page of another origin', async ({ server }) => {
    const preflight = await fetch(`${url}/hello`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://solostead.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,content-type,x-client-info',
      },
    });
    expect(preflight.ok).toBe(true);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/apikey/);
    const response = await fetch(`${url}/hello`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, origin: 'https://solostead.example' },
      body: JSON.stringify({ name: 'x', email: 'unknown@example.org' }),
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      200,
      expect.stringMatching(/^(\*|https:\/\/solostead\.example)$/),
    ]);
  });
});

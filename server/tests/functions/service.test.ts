import { FunctionsClient } from '@supabase/functions-js';
import { expect, test } from '@solostead/server-testkit/fixtures';

test("an unknown function is answered in the edge runtime's shape", async ({ server }) => {
  const headers = { apikey: server.publishableKey };
  const client = new FunctionsClient(`${server.url}/functions/v1`, { headers });
  const { error } = await client.invoke('no-such-function', { body: {} });
  expect(error.context.status).toBe(404);
  expect(error.context.headers.get('sb-error-code')).toBe('NOT_FOUND');
  expect(await error.context.json()).toEqual({
    code: 'NOT_FOUND',
    message: 'Requested function was not found',
  });
});

import { expect, test, vi } from 'vitest';
import { holdsSecretKey } from './secret-caller.ts';

test.each([
  [{ apikey: 'sb_secret_abc' }, true],
  [{ authorization: 'Bearer sb_secret_abc' }, true],
  [{ apikey: 'sb_secret_abd' }, false],
  [{ authorization: 'Bearer sb_secret_abd' }, false],
  [{ apikey: 'sb_secret_abcd' }, false],
  [{}, false],
])('a request with %j has the secret key: %s', (headers, holds) => {
  vi.stubEnv('SUPABASE_SECRET_KEYS', JSON.stringify({ default: 'sb_secret_abc' }));
  expect(holdsSecretKey(new Request('http://localhost', { headers }))).toBe(holds);
});

import type { Handler } from '../kernel/call.ts';
import { publicKeys } from '../kernel/tokens.ts';

/** GET /.well-known/jwks.json: the public halves of our keys (auth contract 8). */
export const jwks: Handler = async ({ auth, reply }) => {
  reply.header('Cache-Control', 'public, max-age=600');
  return { keys: publicKeys(auth.keys) };
};

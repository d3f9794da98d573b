import type { Handler } from '../kernel/call.ts';
import { publicKeys } from '../kernel/tokens.ts';

/** GET /.well-known/jwks.json: the public halves of our keys (contract A8.1). */
export const jwks: Handler = async ({ auth, reply }) => {
  reply.header('Cache-Control', 'public, max-age=600');
  return { keys: publicKeys(auth.keys) };
};

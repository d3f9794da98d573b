import { beginExternal } from './begin-external.ts';
import type { Handler } from '../kernel/call.ts';

/** GET /authorize: sends a browser to a provider (contract A5.1). */
export const authorize: Handler = async (call) => {
  const url = await beginExternal(call, null);
  call.reply.redirect(url.href, 302);
};

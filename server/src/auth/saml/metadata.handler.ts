import type { Handler } from '../kernel/call.ts';
import { requireSaml } from './require-saml.ts';

/** GET /sso/saml/metadata: what an identity provider needs to know of us. */
export const samlMetadata: Handler = async (call) => {
  const saml = requireSaml(call);
  call.reply.header('Content-Type', 'application/xml; charset=utf-8');
  call.reply.header('Cache-Control', 'public, max-age=600');
  return saml.metadata();
};

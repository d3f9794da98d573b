import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Clock } from '../process/clock.ts';
import type { Config } from '../configuration/config.ts';
import { apiKeyReader, isLegacy } from './api-keys.ts';
import type { Caller, Claims } from './caller.ts';
import { clientAddressFinder } from './client-address.ts';
import { tokenVerifier } from './verify-token.ts';

/** Auth routes that browsers open directly, and functions, which webhooks of other services call. */
const WITHOUT_KEY =
  /^\/auth\/v1\/(verify(?:\/page)?|callback|authorize|health|\.well-known\/.+|sso\/saml\/.+)$|^\/functions\/v1\//;

/** Fills `request.caller`, or answers 401 as Supabase's gateway does when the key is missing or wrong. */
export function callerIdentification(config: Config, clock: Clock): onRequestHookHandler {
  const verify = tokenVerifier(config.keys, clock, config.tokenRoles);
  const claimsOfKey = apiKeyReader(config.keys, verify);
  const addressOf = clientAddressFinder(config.trustedProxies);

  return (request, reply, done) => {
    const key = readKey(request);
    const keyClaims = key ? claimsOfKey(key) : null;
    const path = request.url.split('?', 1)[0]!;
    const isFunction = path.startsWith('/functions/v1/');
    if (!keyClaims && (key ? !isFunction : config.isKeyRequired && !WITHOUT_KEY.test(path)))
      return void reply.code(401).send(key ? wrongKey : noKey);
    request.caller = {
      address: addressOf(request.raw),
      ...readBearer(request, key, keyClaims ?? { role: 'anon' }),
      isKeyUnknown: key !== null && keyClaims === null,
    };
    done();
  };

  function readBearer(request: FastifyRequest, key: string | null, claims: Claims): Omit<Caller, 'address'> {
    const sent = bearerOf(request);
    const own = { claims, bearer: null, fault: null };
    if (!sent) return own;
    // Client libraries repeat the key as the bearer without a signed-in user.
    if (sent === key) return { ...own, repeatsLegacyKey: isLegacy(key) };
    return { ...own, bearer: sent, ...verify(sent) };
  }
}

/** Fills `request.caller` on routes that need no key, by the address alone. */
export function anonymousCaller({ trustedProxies }: Pick<Config, 'trustedProxies'>): onRequestHookHandler {
  const addressOf = clientAddressFinder(trustedProxies);
  const anonymous = { claims: { role: 'anon' }, bearer: null, fault: null };
  return (request, _reply, done) => {
    request.caller = { ...anonymous, address: addressOf(request.raw) };
    done();
  };
}

/** Returns the token of the Authorization header (RFC 6750, section 2.1), null without one. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;

const noKey = {
  message: 'No API key found in request',
  hint: 'No `apikey` request header or url param was found.',
};

const wrongKey = { message: 'Invalid API key', hint: 'Double check your API key.' };

function readKey(request: FastifyRequest): string | null {
  const { apikey } = request.headers;
  if (typeof apikey === 'string' && apikey) return apikey;
  const query = request.url.indexOf('?');
  return query < 0 ? null : new URLSearchParams(request.url.slice(query)).get('apikey') || null;
}

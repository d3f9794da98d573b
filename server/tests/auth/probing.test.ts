import { caller } from '@solostead/server-testkit/auth/callers';
import { freshEmail } from '@solostead/server-testkit/auth/clients';
import { openEndpoints } from '@solostead/server-testkit/auth/open-endpoints';
import { send } from '@solostead/server-testkit/auth/scenario';
import { writeConfig } from '@solostead/server-testkit/servers/config';
import { afterAll } from 'vitest';
import { expect, testStarting } from '@solostead/server-testkit/fixtures';

/** The requests that each purpose allows one caller. */
const ALLOWED = 2;

const config = writeConfig(`[auth]
enable_signup = true
[auth.rate_limit]
email_sent = ${ALLOWED}
sign_in_sign_ups = ${ALLOWED}
token_verifications = ${ALLOWED}
token_refresh = ${ALLOWED}
anonymous_users = ${ALLOWED}
web3 = ${ALLOWED}
passkey = ${ALLOWED}
`);
afterAll(() => config.remove());

// Its own server, because no other test has this configuration.
const test = testStarting(() => ({ env: { ...config.env, LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } }));

/** The endpoints that count no caller, because they show what is public or take a random secret alone. */
const uncounted =
  /^\S+ \/(health|settings|\.well-known\/|oauth\/|callback|sso\/saml\/metadata)|^HEAD \/verify|^GET \/verify\/page/;

const bodies = { 'as it should be': 'valid', 'with an unreadable body': 'unreadable' } as const;

test.for(
  Object.keys(openEndpoints).flatMap((name) =>
    (name.includes('POST') ? Object.keys(bodies) : ['as it should be']).map((kind) => [name, kind] as const),
  ),
)('%s, asked %s, shows nothing beyond its limit and is never free', async ([name, kind], { server }) => {
  const known = freshEmail();
  await server.addUser(known);
  for (const asking of openEndpoints[name]!)
    for (const isKnown of [true, false]) {
      const headers = caller();
      const ask = (isOfKnown: boolean) => {
        const request = asking(isOfKnown ? known : freshEmail());
        const isUnreadable = kind === 'with an unreadable body' && request.body !== undefined;
        return send(server, { ...request, ...(isUnreadable ? { body: '{' } : {}), headers });
      };
      for (let used = 0; used < ALLOWED; used += 1) await ask(isKnown);
      const [ofKnown, ofFresh] = [await ask(true), await ask(false)];
      expect([name, seen(ofKnown)]).toEqual([name, seen(ofFresh)]);
      if (!uncounted.test(name)) expect([name, ofKnown.status]).toEqual([name, 429]);
    }
});

/** The parts of an answer that a caller sees: the status, the error and the names of its fields and headers. */
const seen = ({ status, body, headers }: Awaited<ReturnType<typeof send>>) => ({
  status,
  code: body?.['error_code'] ?? null,
  message: String(body?.['msg'] ?? '').replace(/\d+/g, 'N'),
  headers: [...headers.keys()].toSorted(),
});

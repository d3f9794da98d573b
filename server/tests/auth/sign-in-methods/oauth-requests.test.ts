import { Visitor } from '@solostead/server-testkit/visitor';
import { outcome } from '@solostead/server-testkit/auth/clients';
import { describe, expect, it, person, type Providers } from './oauth-providers.ts';

describe('GET /authorize (contract A0.10 and A5.1)', () => {
  it.for([
    [{ provider: 'unknown' }, /Unsupported provider/],
    [{ code_challenge: 'a'.repeat(43) }, /PKCE flow requires/],
  ] as const)('refuses %j', async ([parameters, message], { providers }) => {
    const response = await fetch(providers.authorizeUrl(parameters), { redirect: 'manual' });
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(body).toMatchObject({ error_code: 'validation_failed', msg: expect.stringMatching(message) });
  });
});

describe('/callback (contract A5.2)', () => {
  const answer = async (providers: Providers, query: string, init: RequestInit = {}) => {
    const response = await fetch(`${providers.server.url}/auth/v1/callback${query}`, {
      redirect: 'manual',
      ...init,
    });
    expect(response.status).toBe(302);
    return outcome(new URL(response.headers.get('location')!));
  };

  it.for([
    ['', 'bad_oauth_callback'],
    [`?state=${crypto.randomUUID()}&code=x`, 'bad_oauth_state'],
  ] as const)('with %j answers %s', async ([query, code], { providers }) => {
    const facts = await answer(providers, query);
    expect([facts.get('error'), facts.get('error_code')]).toEqual(['invalid_request', code]);
  });

  const beginFlow = async (providers: Providers) => {
    const response = await fetch(providers.authorizeUrl(), { redirect: 'manual' });
    return new URL(response.headers.get('location')!).searchParams.get('state')!;
  };

  it('uses a state once, and refuses the second use', async ({ providers }) => {
    const state = await beginFlow(providers);
    expect((await answer(providers, `?state=${state}&code=made-up`)).get('error')).toBe('server_error');
    expect((await answer(providers, `?state=${state}&code=made-up`)).get('error_code')).toBe(
      'flow_state_already_used',
    );
  });

  it('refuses an expired state', async ({ providers }) => {
    const state = await beginFlow(providers);
    await providers.server.sql(
      `update auth.flow_state set created_at = now() - interval '11 minutes' where id = $1`,
      [state],
    );
    expect((await answer(providers, `?state=${state}&code=x`)).get('error_code')).toBe('bad_oauth_state');
  });

  it('accepts a form as well', async ({ providers }) => {
    const body = new URLSearchParams({
      state: await beginFlow(providers),
      error: 'access_denied',
      error_description: 'No',
    });
    const facts = await answer(providers, '', { method: 'POST', body });
    expect([facts.get('error'), facts.get('error_description')]).toEqual(['access_denied', 'No']);
  });

  it('accepts a state once of many parallel uses', async ({ providers }) => {
    providers.issuer.signInAs(person());
    const visitor = new Visitor();
    const callbackUrl = await visitor.follow(
      providers.authorizeUrl(),
      (url) => url.pathname === '/auth/v1/callback',
    );
    const uses = Array.from({ length: 20 }, () => fetch(callbackUrl, { redirect: 'manual' }));
    const facts = (await Promise.all(uses)).map((use) => outcome(new URL(use.headers.get('location')!)));
    expect(facts.filter((fact) => fact.has('access_token'))).toHaveLength(1);
  });
});

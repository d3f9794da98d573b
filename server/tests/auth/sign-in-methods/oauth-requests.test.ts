import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Visitor } from '../../harness/visitor.ts';
import { outcome } from '../../harness/auth/clients.ts';
import { person, startProviders, type Providers } from './oauth-providers.ts';

let providers: Providers;
beforeAll(async () => {
  providers = await startProviders();
});
afterAll(() => providers?.stop());

describe('GET /authorize (contract A0.10 and A5.1)', () => {
  it.each([
    [{ provider: 'unknown' }, /Unsupported provider/],
    [{ provider: 'gitlab' }, /Unsupported provider/],
    [{ provider: '' }, /Unsupported provider/],
    [{ code_challenge: 'a'.repeat(43) }, /PKCE flow requires/],
    [{ code_challenge: 'short', code_challenge_method: 's256' }, /between 43 and 128/],
  ])('refuses %j', async (parameters, message) => {
    const response = await fetch(providers.authorizeUrl(parameters), { redirect: 'manual' });
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(body).toMatchObject({ error_code: 'validation_failed', msg: expect.stringMatching(message) });
  });
});

describe('/callback (contract A5.2)', () => {
  const answer = async (query: string, init: RequestInit = {}) => {
    const response = await fetch(`${providers.server.url}/auth/v1/callback${query}`, {
      redirect: 'manual',
      ...init,
    });
    expect(response.status).toBe(302);
    return outcome(new URL(response.headers.get('location')!));
  };

  it.each([
    ['', 'bad_oauth_callback'],
    ['?state=', 'bad_oauth_callback'],
    ['?state=nonsense&code=x', 'bad_oauth_state'],
    [`?state=${crypto.randomUUID()}&code=x`, 'bad_oauth_state'],
  ])('with %j answers %s', async (query, code) => {
    const facts = await answer(query);
    expect([facts.get('error'), facts.get('error_code')]).toEqual(['invalid_request', code]);
  });

  const beginFlow = async () => {
    const response = await fetch(providers.authorizeUrl(), { redirect: 'manual' });
    return new URL(response.headers.get('location')!).searchParams.get('state')!;
  };

  it('uses a state once, and refuses the second use', async () => {
    const state = await beginFlow();
    expect((await answer(`?state=${state}&code=made-up`)).get('error')).toBe('server_error');
    expect((await answer(`?state=${state}&code=made-up`)).get('error_code')).toBe('flow_state_already_used');
  });

  it('refuses an expired state', async () => {
    const state = await beginFlow();
    await providers.server.sql(
      `update auth.flow_state set created_at = now() - interval '11 minutes' where id = $1`,
      [state],
    );
    expect((await answer(`?state=${state}&code=x`)).get('error_code')).toBe('bad_oauth_state');
  });

  it('accepts a form as well', async () => {
    const body = new URLSearchParams({
      state: await beginFlow(),
      error: 'access_denied',
      error_description: 'No',
    });
    const facts = await answer('', { method: 'POST', body });
    expect([facts.get('error'), facts.get('error_description')]).toEqual(['access_denied', 'No']);
  });

  it('accepts a state once of many parallel uses', async () => {
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

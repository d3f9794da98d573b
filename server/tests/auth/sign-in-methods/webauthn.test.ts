import type { SupabaseClient } from '@supabase/supabase-js';
import { call } from '@solostead/server-testkit/auth/clients';
import { describe, expect, it, type WebauthnPage, register } from './webauthn-page.ts';

it.beforeEach(({ page }) => page.replaceAuthenticator());

/** The official client in the page. */
declare const client: SupabaseClient;

describe('a second factor by WebAuthn (contract A4.6)', () => {
  it('is enrolled, raises the session and is asked at the next sign-in', async ({ page }) => {
    const person = await page.signIn();
    const made = await register(page, 'This device');
    expect(made).toMatchObject({
      error: null,
      level: 'aal2',
      factor: { status: 'verified', factor_type: 'webauthn', friendly_name: 'This device' },
    });
    const [row] = await page.server.sql(
      'select web_authn_credential, secret from auth.mfa_factors where user_id = $1',
      [person.id],
    );
    expect(row).toMatchObject({ web_authn_credential: { publicKey: expect.any(String) }, secret: null });
    const { body } = await call(page.server, 'GET', '/user', undefined, await page.bearer());
    expect(JSON.stringify(body)).not.toContain('publicKey');
    await page.signInAgain(person);
    const again = await page.run(async (factorId) => {
      const before = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      const { error } = await client.auth.mfa.webauthn.authenticate({ factorId });
      const after = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      return { before: before.data, error: error?.message ?? null, after: after.data };
    }, made.factor!.id);
    expect(again.before).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expect(again).toMatchObject({ error: null, after: { currentLevel: 'aal2' } });
    expect(again.after?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/webauthn' });
  });

  /** Enrols by hand up to the challenge. */
  async function begun(page: WebauthnPage) {
    const headers = await page.bearer();
    const factor = { factor_type: 'webauthn', friendly_name: '' };
    const enrolled = await call(page.server, 'POST', '/factors', factor, headers);
    expect([enrolled.status, enrolled.body['type']]).toEqual([200, 'webauthn']);
    const path = `/factors/${String(enrolled.body['id'])}`;
    const challenge = async (webauthn: object = {}) =>
      call(page.server, 'POST', `${path}/challenge`, { webauthn }, headers);
    const verify = async (body: object) => call(page.server, 'POST', `${path}/verify`, body, headers);
    return { challenge, verify };
  }

  const publicKeyOf = (body: Record<string, unknown>) =>
    (body['webauthn'] as { credential_options: { publicKey: unknown } }).credential_options.publicKey;

  it('is refused with the response to another or a used challenge, or page', async ({ page }) => {
    await page.signIn();
    const { challenge, verify } = await begun(page);
    const [first, second] = [await challenge(), await challenge()];
    expect(first.body).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } });
    const answer = await page.answerOf('create', publicKeyOf(first.body));
    const proof = (credential_response: unknown) => ({ type: 'create', credential_response });
    const crossed = await verify({ challenge_id: second.body['id'], webauthn: proof(answer) });
    expect([crossed.status, crossed.body['error_code']]).toEqual([422, 'mfa_verification_failed']);
    const clientData = JSON.parse(
      Buffer.from(answer['response']!['clientDataJSON']!, 'base64url').toString(),
    );
    const elsewhere = { ...clientData, origin: 'https://evil.example' };
    const clientDataJSON = Buffer.from(JSON.stringify(elsewhere)).toString('base64url');
    const phished = { ...answer, response: { ...answer['response'], clientDataJSON } };
    const fromElsewhere = await verify({ challenge_id: first.body['id'], webauthn: proof(phished) });
    expect(fromElsewhere.body['error_code']).toBe('mfa_verification_failed');
    const honest = await verify({ challenge_id: first.body['id'], webauthn: proof(answer) });
    expect(honest.status).toBe(200);
    const replayed = await verify({ challenge_id: first.body['id'], webauthn: proof(answer) });
    expect(replayed.status).toBe(422);
  });

  it('is not registered for another site, or with an answer of another type', async ({ page }) => {
    await page.signIn();
    const { challenge, verify } = await begun(page);
    for (const webauthn of [
      { rpId: 'evil.example' },
      { rpId: 'localhost', rpOrigins: ['https://evil.example'] },
    ]) {
      const answer = await challenge(webauthn);
      expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed']);
    }
    for (const [webauthn, status, code] of [
      [{ type: 'other', credential_response: {} }, 400, 'validation_failed'],
      [{ type: 'request', credential_response: { id: 'x' } }, 422, 'mfa_verification_failed'],
    ] as const) {
      const { body: open } = await challenge();
      const answer = await verify({ challenge_id: open['id'], webauthn });
      expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
    }
  });
});

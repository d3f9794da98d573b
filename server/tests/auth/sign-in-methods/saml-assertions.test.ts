import { type AssertionOptions, type SamlRequest, wrap } from '@solostead/server-testkit/identity/saml';
import { outcome } from '@solostead/server-testkit/auth/clients';
import { type Company, describe, expect, it } from './saml-company.ts';

/** Returns the response of an identity provider to a request. */
type Answer = (saml: Company, request: SamlRequest) => string;

const answer =
  (change: Partial<AssertionOptions> = {}): Answer =>
  ({ idp, honest }, request) =>
    idp.response(honest(request, change));

const invalid = ['validation_failed', 'SAML Assertion is not valid'] as const;

describe('an assertion (contract A5.4)', () => {
  it.for<readonly [title: string, make: Answer, code: string, message: string]>([
    ['without a signature', answer({ signed: 'none' }), ...invalid],
    ['that another key signed', answer({ isForged: true }), ...invalid],
    ['that another key signed as a whole', answer({ isForged: true, signed: 'response' }), ...invalid],
    ['that was changed', (...parameters) => answer()(...parameters).replace(/p-[^<]+@/, 'ceo@'), ...invalid],
    [
      'that is wrapped around another',
      ({ idp, honest }, request) => {
        const options = honest(request);
        return wrap(idp.response(options), 'another-user', options.nameId);
      },
      ...invalid,
    ],
    [
      'that comes with a second, unsigned one',
      (...parameters) => {
        const xml = answer()(...parameters);
        const [signed = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? [];
        const evil = signed
          .replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
          .replace(/ID="[^"]+"/, 'ID="_evil"');
        return xml.replace(signed, `${evil}${signed}`);
      },
      ...invalid,
    ],
    ['that has expired', answer({ notOnOrAfter: -120 }), ...invalid],
    ['for another request', answer({ inResponseTo: '_other' }), ...invalid],
    ['for another audience', answer({ audience: 'https://other.example' }), ...invalid],
    ['for another destination', answer({ destination: 'https://other.example' }), ...invalid],
    [
      'of another registered identity provider',
      ({ otherIdp, honest }, request) => otherIdp.response(honest(request)),
      'saml_entity_id_mismatch',
      'SAML Assertion is from another identity provider than the one that was asked',
    ],
    [
      'that another provider signed in this one’s name',
      ({ idp, otherIdp, honest }, request) => otherIdp.response(honest(request, { issuer: idp.entityId })),
      ...invalid,
    ],
    [
      'of a failed sign-in',
      answer({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder', signed: 'none' }),
      'access_denied',
      'The identity provider did not sign the person in',
    ],
    [
      'without an address',
      answer({ attributes: {} }),
      'saml_assertion_no_email',
      'SAML Assertion does not contain an email address',
    ],
  ])('%s signs no user in', async ([_title, make, code, message], { saml }) => {
    const request = await saml.setOut();
    const before = await saml.server.sql('select count(*)::int as sessions from auth.sessions');
    const back = await saml.comeBack(make(saml, request), request.relayState);
    expect(back.pathname).toBe('/admin');
    for (const facts of [outcome(back), back.searchParams]) {
      expect([facts.get('error_code'), facts.get('error_description')]).toEqual([code, message]);
    }
    expect(await saml.server.sql('select count(*)::int as sessions from auth.sessions')).toEqual(before);
  });

  it('works once of many parallel uses', async ({ saml }) => {
    const request = await saml.setOut();
    const xml = saml.idp.response(saml.honest(request));
    const backs = await Promise.all(Array.from({ length: 10 }, () => saml.comeBack(xml, request.relayState)));
    expect(backs.filter((back) => outcome(back).has('access_token'))).toHaveLength(1);
    const replayed = await saml.comeBack(xml, request.relayState);
    expect(outcome(replayed).get('error_code')).toBe('saml_relay_state_not_found');
  });

  it('with the id of one already used signs no user in', async ({ saml }) => {
    const [first, second] = [await saml.setOut(), await saml.setOut()];
    const assertionId = `_${crypto.randomUUID()}`;
    const one = await saml.comeBack(saml.idp.response(saml.honest(first, { assertionId })), first.relayState);
    expect(outcome(one).has('access_token')).toBe(true);
    const two = await saml.comeBack(
      saml.idp.response(saml.honest(second, { assertionId })),
      second.relayState,
    );
    expect(outcome(two).get('error_code')).toBe('saml_relay_state_not_found');
  });

  it('signs no user in without a visit (the identity provider may not begin)', async ({ saml }) => {
    for (const relayState of ['', crypto.randomUUID(), 'https://evil.example/']) {
      const request = await saml.setOut();
      const back = await saml.comeBack(saml.idp.response(saml.honest(request)), relayState);
      expect(back.origin).toBe(saml.server.url);
      expect(outcome(back).get('error_code')).toBe('saml_relay_state_not_found');
    }
  });

  it('signs no user in after a timeout', async ({ saml }) => {
    const request = await saml.setOut();
    await saml.server.sql(
      `update auth.saml_relay_states set created_at = now() - interval '11 minutes' where id = $1`,
      [request.relayState],
    );
    const back = await saml.comeBack(saml.idp.response(saml.honest(request)), request.relayState);
    expect(outcome(back).get('error_code')).toBe('saml_relay_state_expired');
  });
});

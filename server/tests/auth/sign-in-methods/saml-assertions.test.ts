import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrap, type SamlRequest } from '../../harness/identity/saml.ts';
import { outcome } from '../../harness/auth/clients.ts';
import { startCompany, type Company } from './saml-company.ts';

let saml: Company;
beforeAll(async () => {
  saml = await startCompany();
});
afterAll(() => saml?.stop());

describe('an assertion (contract A5.4)', () => {
  const refusals: [string, (request: SamlRequest) => string, string, string][] = [
    [
      'without a signature',
      (request) => saml.idp.response(saml.honest(request, { signed: 'none' })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that another key signed',
      (request) => saml.idp.response(saml.honest(request, { isForged: true })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that another key signed as a whole',
      (request) => saml.idp.response(saml.honest(request, { isForged: true, signed: 'response' })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that was changed',
      (request) => saml.idp.response(saml.honest(request)).replace(/p-[^<]+@/, 'ceo@'),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that is wrapped around another',
      (request) => {
        const options = saml.honest(request);
        return wrap(saml.idp.response(options), 'another-user', options.nameId);
      },
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that comes with a second, unsigned one',
      (request) => {
        const xml = saml.idp.response(saml.honest(request));
        const [signed = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? [];
        const evil = signed
          .replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
          .replace(/ID="[^"]+"/, 'ID="_evil"');
        return xml.replace(signed, `${evil}${signed}`);
      },
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that has expired',
      (request) => saml.idp.response(saml.honest(request, { notOnOrAfter: -120 })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'for another audience',
      (request) => saml.idp.response(saml.honest(request, { audience: 'https://other.example' })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'for another destination',
      (request) => saml.idp.response(saml.honest(request, { destination: 'https://other.example' })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'of another registered identity provider',
      (request) => saml.otherIdp.response(saml.honest(request)),
      'saml_entity_id_mismatch',
      'SAML Assertion is from another identity provider than the one that was asked',
    ],
    [
      'that another provider signed in this one’s name',
      (request) => saml.otherIdp.response(saml.honest(request, { issuer: saml.idp.entityId })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'of a failed sign-in',
      (request) =>
        saml.idp.response(
          saml.honest(request, { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder', signed: 'none' }),
        ),
      'access_denied',
      'The identity provider did not sign the person in',
    ],
    [
      'without an address',
      (request) => saml.idp.response(saml.honest(request, { attributes: {} })),
      'saml_assertion_no_email',
      'SAML Assertion does not contain an email address',
    ],
    [
      'with a document type',
      (request) => `<!DOCTYPE x [<!ENTITY e "v">]>${saml.idp.response(saml.honest(request))}`,
      'validation_failed',
      'SAMLResponse is missing or malformed',
    ],
  ];

  it.each(refusals)('%s signs no user in', async (_, make, code, message) => {
    const request = await saml.setOut();
    const before = await saml.server.sql('select count(*)::int as sessions from auth.sessions');
    const back = await saml.comeBack(make(request), request.relayState);
    expect(back.pathname).toBe('/admin');
    for (const facts of [outcome(back), back.searchParams]) {
      expect([facts.get('error_code'), facts.get('error_description')]).toEqual([code, message]);
    }
    expect(await saml.server.sql('select count(*)::int as sessions from auth.sessions')).toEqual(before);
  });

  it('works once of many parallel uses', async () => {
    const request = await saml.setOut();
    const xml = saml.idp.response(saml.honest(request));
    const backs = await Promise.all(Array.from({ length: 10 }, () => saml.comeBack(xml, request.relayState)));
    expect(backs.filter((back) => outcome(back).has('access_token'))).toHaveLength(1);
    const replayed = await saml.comeBack(xml, request.relayState);
    expect(outcome(replayed).get('error_code')).toBe('saml_relay_state_not_found');
  });

  it('with the id of one already used signs no user in', async () => {
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

  it.each([
    ['without a visit', () => ''],
    ['with a made-up visit', () => crypto.randomUUID()],
    ['with an address for a visit', () => 'https://evil.example/'],
  ])('%s signs no user in (the identity provider may not begin)', async (_, relayState) => {
    const request = await saml.setOut();
    const back = await saml.comeBack(saml.idp.response(saml.honest(request)), relayState());
    expect(back.origin).toBe(saml.server.url);
    expect(outcome(back).get('error_code')).toBe('saml_relay_state_not_found');
  });

  it('signs no user in after a timeout', async () => {
    const request = await saml.setOut();
    await saml.server.sql(
      `update auth.saml_relay_states set created_at = now() - interval '11 minutes' where id = $1`,
      [request.relayState],
    );
    const back = await saml.comeBack(saml.idp.response(saml.honest(request)), request.relayState);
    expect(outcome(back).get('error_code')).toBe('saml_relay_state_expired');
  });
});

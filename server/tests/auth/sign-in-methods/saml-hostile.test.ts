import { encode } from '@solostead/server-testkit/identity/saml';
import { authClient, outcome } from '@solostead/server-testkit/auth/clients';
import { describe, expect, it } from './saml-company.ts';

const times = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('');

/** The longest body that the server reads. */
const response = (issuer: string, inner: string) =>
  `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="r">` +
  `<a:Issuer>${issuer}</a:Issuer><p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status>` +
  `${inner}</p:Response>`;

const reference = '<Reference URI="#r"><Transforms><Transform Algorithm="x"/></Transforms></Reference>';

/** Bodies that take a parser of XML long, or might. */
const bodies: Readonly<Record<string, string>> = {
  'children of the response': times(10_500, () => '<x/>'),
  'children one level deeper': `<y>${times(10_500, () => '<x/>')}</y>`,
  'attributes of one element': `<x${times(5_000, (at) => ` a${at}=""`)}/>`,
  'attributes without a value': `<x${times(6_000, (at) => ` a${at}`)}/>`,
  namespaces: times(1_500, (at) => `<x xmlns:n${at}="urn:${at}">`),
  nesting: `${times(4_500, () => '<x>')}${times(4_500, () => '</x>')}`,
  'open elements': times(12_000, () => '<x>'),
  comments: times(6_000, () => '<!---->'),
  references: times(9_000, () => '&amp;'),
  'references of a signature': `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>${times(450, () => reference)}</SignedInfo></Signature>`,
};

describe('answers that are made to take long', () => {
  it.for(Object.keys(bodies))('leave the server to others: many %s', async (kind, { saml }) => {
    const SAMLResponse = encode(response(saml.idp.entityId, bodies[kind]!));
    let relayState = '';
    /** A duration, because it is the subject. Each of these took the whole server for seconds, at every try. */
    const delayOfOthers = async () => {
      ({ relayState } = await saml.setOut());
      const body = new URLSearchParams({ SAMLResponse, RelayState: relayState });
      const post = () =>
        fetch(`${saml.server.url}/auth/v1/sso/saml/acs`, { method: 'POST', redirect: 'manual', body });
      const hostile = Promise.all([post(), post(), post()]);
      const begun = performance.now();
      expect((await fetch(`${saml.server.url}/health/live`)).status).toBe(200);
      const delay = performance.now() - begun;
      for (const answer of await hostile) expect([303, 429]).toContain(answer.status);
      return delay;
    };
    await expect.poll(delayOfOthers).toBeLessThan(1_000);
    const form = new URLSearchParams({
      SAMLResponse: `AAAA${' '.repeat(60_000)}!`,
      RelayState: relayState,
    });
    const blanks = await fetch(`${saml.server.url}/auth/v1/sso/saml/acs`, {
      method: 'POST',
      redirect: 'manual',
      body: form,
    });
    expect(outcome(new URL(blanks.headers.get('location')!)).get('error_code')).toBe(
      'saml_relay_state_not_found',
    );
  });

  it('spend their sign-in with the third, while a first failure leaves it', async ({ saml }) => {
    const comeBack = async (xml: string, relayState: string) =>
      outcome(await saml.comeBack(xml, relayState)).get('error_code');
    const failing = await saml.setOut();
    const wrong = response(saml.idp.entityId, '');
    for (let count = 0; count < 3; count += 1) {
      expect(await comeBack(wrong, failing.relayState)).toBe('validation_failed');
    }
    const right = saml.idp.response(saml.honest(failing));
    expect(await comeBack(right, failing.relayState)).toBe('saml_relay_state_not_found');

    const lucky = await saml.setOut(authClient(saml.server));
    expect(await comeBack(wrong, lucky.relayState)).toBe('validation_failed');
    expect(await comeBack(saml.idp.response(saml.honest(lucky)), lucky.relayState)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { authenticationJson, isFramed, registrationJson } from './webauthn-json.rules.ts';

const created = {
  id: 'Y3JlZA',
  rawId: 'Y3JlZA',
  type: 'public-key',
  clientExtensionResults: { credProps: { rk: true } },
  authenticatorAttachment: 'platform',
  response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal', 'hybrid'] },
};
const used = {
  id: 'Y3JlZA',
  rawId: 'Y3JlZA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'SZY', signature: 'MEU', userHandle: 'dTE' },
};

const attested = (attestationObject: string) => ({
  ...created,
  response: { ...created.response, attestationObject },
});

describe('an answer of an authenticator', () => {
  it('is parsed, and may leave out transports and extensions', () => {
    expect(registrationJson.parse(created).response).toEqual(created.response);
    expect(authenticationJson.parse(used)).toMatchObject({ id: used.id, response: { signature: 'MEU' } });
    const { clientExtensionResults: _, ...bare } = created;
    const { transports: __, ...response } = created.response;
    expect(registrationJson.parse({ ...bare, response })).toMatchObject({
      clientExtensionResults: {},
      response: { transports: [] },
    });
  });

  it('may name unknown transports, which are left out', () => {
    const response = { ...created.response, transports: ['telepathy', 'usb'] };
    expect(registrationJson.parse({ ...created, response }).response.transports).toEqual(['usb']);
  });

  it.each<[string, object]>([
    ['no members', {}],
    ['another type', { ...created, type: 'password' }],
    ['an id that is a number', { ...created, id: 1 }],
    ['no raw id', { ...created, rawId: undefined }],
    ['no response', { ...created, response: null }],
    ['no attestation', { ...created, response: { clientDataJSON: 'e30' } }],
    ['client data that is an object', { ...created, response: { ...created.response, clientDataJSON: {} } }],
    ['an attestation that is nested deeply', attested(Buffer.alloc(3_000, 0x81).toString('base64url'))],
    ['an attestation that ends early', attested('o2M')],
    ['a long attestation', attested(`WUAA${'A'.repeat(20_000)}`)],
    ['a long id', { ...created, id: 'A'.repeat(1_365) }],
    ['transports that are a text', { ...created, response: { ...created.response, transports: 'usb' } }],
  ])('with %s is refused', (_, response) => {
    expect(registrationJson.safeParse(response).success).toBe(false);
  });

  it.each<[string, object]>([
    ['the answer to another question', created],
    ['no signature', { ...used, response: { ...used.response, signature: undefined } }],
    [
      'long authenticator data',
      { ...used, response: { ...used.response, authenticatorData: 'A'.repeat(4_097) } },
    ],
    ['a long signature', { ...used, response: { ...used.response, signature: 'A'.repeat(2_049) } }],
    ['no authenticator data', { ...used, response: { ...used.response, authenticatorData: 7 } }],
  ])('with %s is refused as the use of a credential', (_, response) => {
    expect(authenticationJson.safeParse(response).success).toBe(false);
  });
});

describe('client data', () => {
  const framed = (data: object) => isFramed(Buffer.from(JSON.stringify(data)).toString('base64url'));

  it.each([
    [{}, false],
    [{ crossOrigin: false }, false],
    [{ crossOrigin: true }, true],
    [{ crossOrigin: true, topOrigin: 'https://evil.example' }, true],
    [{ topOrigin: 'https://evil.example' }, true],
  ])('%j is that of a framed page: %s', (data, expected) => {
    expect(framed(data)).toBe(expected);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { createVerifier } from './verifier.ts';

const ourselves = { entityId: 'https://lab.example/metadata', acsUrl: 'https://lab.example/acs' };
const idp = { entityId: 'https://idp.example', signInUrl: 'https://idp.example/in', certificates: ['AAAA'] };
const owner = { network: '192.0.2.0/24', caller: '192.0.2.7' };
const unsigned = Buffer.from(
  `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol"><p:Status>
     <p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status></p:Response>`,
).toString('base64');

const verifiers = [createVerifier(ourselves), createVerifier(ourselves, 0)] as const;
afterAll(() => Promise.all(verifiers.map(({ stop }) => stop())));

describe('the verification of an answer', () => {
  it('runs in a worker and says why there is no assertion', async () => {
    const [patient] = verifiers;
    for (let count = 0; count < 2; count += 1) {
      const read = await patient.read(idp, unsigned, owner);
      expect(read).toEqual({
        envelope: expect.objectContaining({ isSuccess: true }),
        fault: expect.any(String),
      });
    }
  });

  it('is given up when it takes too long, and the next one gets another worker', async () => {
    const [, hasty] = verifiers;
    for (let count = 0; count < 2; count += 1) {
      expect(await hasty.read(idp, unsigned, owner)).toEqual({ envelope: null });
    }
  });

  it('is refused to a network with too many waiting answers', async () => {
    const [patient] = verifiers;
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => patient.read(idp, unsigned, owner)),
    );
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).not.toHaveLength(0);
    expect(refused[0]).toMatchObject({ reason: { status: 429, code: 'over_request_rate_limit' } });
  });
});

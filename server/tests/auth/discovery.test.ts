import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { allowInsecureRequests, discovery, None } from 'openid-client';
import { bearerOf } from '@solostead/server-testkit/auth/second-factor';
import { signedInClient } from '@solostead/server-testkit/auth/clients';
import { expect, test } from '@solostead/server-testkit/fixtures';

test('a verifier with only the issuer finds the keys of its tokens (contract A8.4)', async ({ server }) => {
  const { client } = await signedInClient(server);
  const token = await bearerOf(client);
  const issuer = decodeJwt(token).iss ?? '';
  const options = { execute: [allowInsecureRequests] };
  const found = (await discovery(new URL(issuer), 'any', undefined, None(), options)).serverMetadata();
  expect(found.issuer).toBe(issuer);
  const { payload, protectedHeader } = await jwtVerify(
    token,
    createRemoteJWKSet(new URL(found.jwks_uri ?? '')),
    { issuer, audience: 'authenticated', algorithms: found.id_token_signing_alg_values_supported ?? [] },
  );
  expect(payload.sub).toBe((await client.getUser()).data.user?.id);
  expect((await client.getClaims()).data?.claims).toEqual(payload);
  expect(protectedHeader.alg).toBe('ES256');
  expect([...found.claims_supported!].toSorted()).toEqual(Object.keys(payload).toSorted());
});

test('the document has no endpoints of an OAuth server, is public and can be cached', async ({ server }) => {
  const response = await fetch(`${server.url}/auth/v1/.well-known/openid-configuration`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=600');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const base = `${server.url}/auth/v1`;
  expect(await response.json()).toEqual({
    issuer: base,
    jwks_uri: `${base}/.well-known/jwks.json`,
    response_types_supported: [],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    claims_supported: expect.any(Array),
  });
});

/** A JSON Web Key (RFC 7517) of the kinds we sign or verify with: ES256, RS256, HS256. */
export interface JWK {
  readonly kty: 'EC' | 'RSA' | 'oct';
  readonly kid: string;
  readonly alg: 'ES256' | 'RS256' | 'HS256';
  readonly key_ops?: readonly string[];
  readonly [parameter: string]: unknown;
}

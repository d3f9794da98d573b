import {
  authenticationJson,
  isFramed,
  registrationJson,
  type Ceremony,
  type Credential,
  type NewCredential,
} from './webauthn-json.rules.ts';
import type { UserRow } from './entities/account.rules.ts';
import type { Json } from './entities/json.rules.ts';

interface RegistrationOrder {
  readonly relyingParty: { readonly id: string; readonly name: string };
  /** The id comes back at sign-in. The authenticator shows the address or number. */
  readonly user: UserRow;
  readonly exclude: readonly Credential[];
  /** Sets if the authenticator keeps the credential so that no name has to be typed. */
  readonly residentKey: 'required' | 'preferred';
}

/** Loaded on first use, because it is large and an idle server never needs it. */
const library = () => import('@simplewebauthn/server');

/** ES256, EdDSA and RS256, which cover current authenticators. */
const algorithms = [-7, -8, -257];
/** The browser's timeout in milliseconds. */
const TIMEOUT_MS = 300_000;

const listed = (credentials: readonly Credential[]) =>
  credentials.map(({ id, transports }) => ({ id, transports: [...transports] }));

/** PublicKeyCredentialCreationOptionsJSON. */
export async function creationOptions(order: RegistrationOrder) {
  const { generateRegistrationOptions } = await library();
  const { relyingParty, user } = order;
  const name = user.email || user.phone || user.id;
  return generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: relyingParty.name,
    userID: new TextEncoder().encode(user.id),
    userName: name,
    userDisplayName: name,
    attestationType: 'none',
    excludeCredentials: listed(order.exclude),
    authenticatorSelection: { residentKey: order.residentKey, userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
    timeout: TIMEOUT_MS,
  });
}

/** PublicKeyCredentialRequestOptionsJSON. Without `allow` the authenticator offers its own credentials. */
export async function requestOptions(rpId: string, allow: readonly Credential[]) {
  const allowCredentials = allow.length > 0 ? listed(allow) : undefined;
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials,
    userVerification: 'preferred',
    timeout: TIMEOUT_MS,
  });
}

const expectations = ({ challenge, origins, rpId }: Ceremony) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...origins],
  expectedRPID: rpId,
  requireUserVerification: false,
});

/** The new credential, or null when the answer does not prove one made here and now. */
export async function readCreation(ceremony: Ceremony, response: Json): Promise<NewCredential | null> {
  try {
    const parsed = registrationJson.parse(response);
    if (isFramed(parsed.response.clientDataJSON)) return null;
    const { verifyRegistrationResponse } = await library();
    const { verified, registrationInfo: made } = await verifyRegistrationResponse({
      ...expectations(ceremony),
      response: parsed,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    return {
      id: made.credential.id,
      publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
      signCount: made.credential.counter,
      transports: made.credential.transports ?? [],
      aaguid: made.aaguid,
      isBackupEligible: made.credentialDeviceType === 'multiDevice',
      isBackedUp: made.credentialBackedUp,
      isUserVerified: made.userVerified,
    };
  } catch {
    return null;
  }
}

/** Returns the credential's new signature counter, or null when the answer does not prove possession. */
export async function readAssertion(ceremony: Ceremony, credential: Credential, response: Json) {
  try {
    const parsed = authenticationJson.parse(response);
    if (isFramed(parsed.response.clientDataJSON)) return null;
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectations(ceremony),
      response: parsed,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
        counter: credential.signCount,
        transports: [...credential.transports],
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

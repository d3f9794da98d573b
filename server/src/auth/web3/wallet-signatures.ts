import { createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';

const hex = (text: string): `0x${string}` => `0x${text.slice(2)}`;

/** Returns true if the key of an Ethereum `address` signed `message` (EIP-191). Contract wallets are not supported. */
export async function isEthereumSignature(address: string, message: string, signature: string) {
  try {
    // Loaded when first needed: it is big, and most servers never need it.
    const { verifyMessage } = await import('viem');
    return await verifyMessage({ address: hex(address), message, signature: hex(signature) });
  } catch {
    return false;
  }
}

/** Returns true if the key of a Solana `address` signed `message` (ed25519). */
export function isSolanaSignature(address: string, message: string, signature: Uint8Array): boolean {
  try {
    const x = Buffer.from(base58.decode(address)).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(message), key, signature);
  } catch {
    return false;
  }
}

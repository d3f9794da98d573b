import { createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';

/** Whether the key behind an Ethereum `address` signed `message` (EIP-191); contract wallets are not asked. */
export async function isEthereumSignature(
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  try {
    // Big, and seldom needed: an idle server does without it.
    const { verifyMessage } = await import('viem');
    return await verifyMessage({
      address: address as `0x${string}`,
      message,
      signature: signature as `0x${string}`,
    });
  } catch {
    return false;
  }
}

/** Whether the key that a Solana `address` is signed `message` (ed25519). */
export function isSolanaSignature(address: string, message: string, signature: Uint8Array): boolean {
  try {
    const x = Buffer.from(base58.decode(address)).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(message), key, signature);
  } catch {
    return false;
  }
}

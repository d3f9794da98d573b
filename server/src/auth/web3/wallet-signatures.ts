import { createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';

/**
 * Returns true if the key of an Ethereum `address` signed `message` (EIP-191). Contract wallets are not supported.
 * @param address in lower case
 * @param signature 65 bytes in hexadecimal: r, s, and which of two keys it is, from 0 or from 27
 */
export async function isEthereumSignature(address: string, message: string, signature: string) {
  // Loaded when first needed: most servers never need them.
  const [{ secp256k1 }, { keccak_256 }] = await Promise.all([
    import('@noble/curves/secp256k1.js'),
    import('@noble/hashes/sha3.js'),
  ]);
  const text = Buffer.from(message);
  const digest = keccak_256(
    Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]),
  );
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const last = bytes.at(-1)!;
  try {
    const key = secp256k1.Signature.fromBytes(bytes.subarray(0, -1), 'compact')
      .addRecoveryBit(last < 27 ? last : last - 27)
      .recoverPublicKey(digest);
    const signer = Buffer.from(keccak_256(key.toBytes(false).subarray(1)).subarray(12));
    return `0x${signer.toString('hex')}` === address;
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

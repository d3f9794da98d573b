import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { base58 } from '@scure/base';
import { addr, eip191Signer } from 'micro-eth-signer';

/** An Ethereum wallet (EIP-1193) with a fresh key, signing as wallets do (EIP-191). */
export function makeEthereumWallet() {
  const { privateKey, address } = addr.random();
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => [address],
    eth_chainId: () => '0x1',
    personal_sign: ([raw]) => eip191Signer.sign(Buffer.from((raw as string).slice(2), 'hex'), privateKey),
  };
  return {
    request: ({ method, params = [] }: { method: string; params?: unknown[] }) =>
      Promise.resolve(answers[method]?.(params)),
  };
}

/** A Solana wallet with a fresh ed25519 key. */
export function makeSolanaWallet() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const address = base58.encode(rawKey(publicKey));
  return {
    publicKey: { toBase58: () => address },
    signMessage: (message: Uint8Array) => Promise.resolve(new Uint8Array(sign(null, message, privateKey))),
  };
}

const rawKey = (key: KeyObject): Uint8Array =>
  Buffer.from(key.export({ format: 'jwk' }).x as string, 'base64url');

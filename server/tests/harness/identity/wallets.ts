import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { base58 } from '@scure/base';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

/** An Ethereum wallet (EIP-1193) with a fresh key, signing as wallets do (EIP-191) through viem. */
export function makeEthereumWallet() {
  const account = privateKeyToAccount(generatePrivateKey());
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => [account.address],
    eth_chainId: () => '0x1',
    personal_sign: ([raw]) => account.signMessage({ message: { raw: raw as `0x${string}` } }),
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

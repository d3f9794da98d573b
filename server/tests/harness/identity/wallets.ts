import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { base58 } from '@scure/base';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

/** The part of an Ethereum wallet (EIP-1193) that `signInWithWeb3` speaks to. */
export interface EthereumWallet {
  readonly address: string;
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
  sign(message: string): Promise<string>;
}

/** The part of a Solana wallet that `signInWithWeb3` speaks to. */
export interface SolanaWallet {
  readonly publicKey: { toBase58(): string };
  signMessage(message: Uint8Array): Promise<Uint8Array>;
}

/** A wallet with a fresh key, signing as wallets do (EIP-191) through viem. */
export function makeEthereumWallet(): EthereumWallet {
  const account = privateKeyToAccount(generatePrivateKey());
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => [account.address],
    eth_chainId: () => '0x1',
    personal_sign: ([raw]) => account.signMessage({ message: { raw: raw as `0x${string}` } }),
  };
  return {
    address: account.address,
    request: ({ method, params = [] }) => Promise.resolve(answers[method]?.(params)),
    sign: (message) => account.signMessage({ message }),
  };
}

/** A wallet with a fresh ed25519 key. */
export function makeSolanaWallet(): SolanaWallet {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const address = base58.encode(rawKey(publicKey));
  return {
    publicKey: { toBase58: () => address },
    signMessage: (message) => Promise.resolve(new Uint8Array(sign(null, message, privateKey))),
  };
}

const rawKey = (key: KeyObject): Uint8Array =>
  Buffer.from(key.export({ format: 'jwk' }).x as string, 'base64url');

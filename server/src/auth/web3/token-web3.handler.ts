import { z } from 'zod';
import { type Call, type Handler, bodyOf, presentTime } from '../kernel/call.ts';
import { audit, transaction } from '../kernel/transaction.ts';
import { parseEthereumMessage, type SignedStatement, parseSolanaMessage } from './wallet-message.rules.ts';
import type { ProviderProfile } from '../accounts/external/provider-profile.rules.ts';
import { isRedirectAllowed } from '../kernel/request/redirect-target.rules.ts';
import { isLoopback } from '../../configuration/loopback.rules.ts';
import * as rules from './statement.rules.ts';
import { authError, OAuthError, validationFailed } from '../kernel/errors.ts';
import { accountOfExternalIdentity } from '../accounts/external/external-account.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { isEthereumSignature, isSolanaSignature } from './wallet-signatures.ts';
import { spendProof } from '../accounts/external/spent-proofs.store.ts';
import { texts } from '../kernel/entities/json.rules.ts';

const schema = z.object(texts('chain', 'message', 'signature'));

type Chain = 'ethereum' | 'solana';

const names: Readonly<Record<Chain, string>> = { ethereum: 'Ethereum', solana: 'Solana' };

/** POST /token?grant_type=web3 exchanges a message signed by a wallet for a Session (contract A2.6). */
export const tokenWeb3: Handler = async (call) => {
  requireSomeChain(call);
  const { chain: requested, message, signature } = bodyOf(call, schema);
  const chain = openChain(call, requested ?? '');
  const statement = await readStatement(chain, message ?? '', signature ?? '');
  const now = presentTime(call);
  const isAllowed = (url: string) => isRedirectAllowed(url, call.auth.settings);
  const isLocalSite = isLoopback(new URL(call.auth.settings.siteUrl).hostname);
  const fault = rules.statementFault(statement, { isAllowed, isLocalSite, now: now.getTime() });
  if (fault) throw refused(chain, fault);
  return transaction(call, async (tx) => {
    const end = new Date(statement.issuedAt + rules.STATEMENT_TTL_MS);
    if (!(await spendProof(tx, `${chain} ${message}`, end))) {
      throw refused(chain, 'message was used before');
    }
    const external = { provider: 'web3', profile: walletProfile(chain, statement), isEmailOptional: true };
    const account = await accountOfExternalIdentity(tx, external);
    await audit(tx, 'login', account.user.id, { provider: 'web3', chain });
    return issueSession(tx, account, 'web3');
  });
};

const off = (what: string) => authError('web3_provider_disabled', { message: `${what} is disabled` });

/** Reads nothing of the request where no chain is enabled. */
function requireSomeChain({ auth }: Call): void {
  const { web3 } = auth.settings;
  if (!web3.ethereum.enabled && !web3.solana.enabled) throw off('Web3 provider');
}

function openChain(call: Call, chain: string): Chain {
  const { web3 } = call.auth.settings;
  if (chain !== 'ethereum' && chain !== 'solana') {
    throw authError('web3_unsupported_chain');
  }
  if (!web3[chain].enabled) throw off(`${names[chain]} Web3 provider`);
  return chain;
}

/** The message, once its form and its signature are found good. */
async function readStatement(chain: Chain, message: string, signature: string): Promise<SignedStatement> {
  if (message.length < rules.MIN_MESSAGE_LENGTH) throw validationFailed('message is too short');
  if (message.length > rules.MAX_MESSAGE_LENGTH) throw validationFailed('message must not exceed 20KB');
  requireSignatureForm(chain, signature);
  const statement = chain === 'ethereum' ? parseEthereumMessage(message) : parseSolanaMessage(message);
  if (!statement) throw refused(chain, 'message is malformed');
  const isSigned =
    chain === 'ethereum'
      ? await isEthereumSignature(statement.address.toLowerCase(), message, signature)
      : isSolanaSignature(statement.address, message, Buffer.from(signature, 'base64url'));
  if (!isSigned) throw refused(chain, 'signature does not match address in message');
  return statement;
}

function requireSignatureForm(chain: Chain, signature: string): void {
  if (chain === 'ethereum' && !/^0x[0-9a-f]{130}$/i.test(signature)) {
    throw validationFailed('signature must be 65 bytes in hexadecimal, prefixed by 0x');
  }
  if (chain === 'solana' && !/^[A-Za-z0-9+/_-]{86}(==)?$/.test(signature)) {
    throw validationFailed('signature must be 64 bytes in base64url');
  }
}

const refused = (chain: Chain, reason: string): OAuthError =>
  new OAuthError('invalid_grant', `Signed ${names[chain]} message: ${reason}`);

/** A wallet is known by its chain and address, Ethereum's in lower case. */
function walletProfile(chain: Chain, statement: SignedStatement): ProviderProfile {
  const address = chain === 'ethereum' ? statement.address.toLowerCase() : statement.address;
  const subject = `web3:${chain}:${address}`;
  const { domain, statement: sentence } = statement;
  const network = statement.chainId ?? 'mainnet';
  return {
    subject,
    emails: [],
    claims: {
      sub: subject,
      custom_claims: { address, chain, network, domain, statement: sentence ?? '' },
      email_verified: false,
      phone_verified: false,
    },
  };
}

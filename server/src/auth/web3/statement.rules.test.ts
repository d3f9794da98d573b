import { describe, expect, it } from 'vitest';
import { STATEMENT_TTL_MS, statementFault } from './statement.rules.ts';
import type { SignedStatement } from './wallet-message.rules.ts';

const now = Date.parse('2026-03-01T10:00:00Z');
const statement: SignedStatement = {
  domain: 'site.example',
  address: `0x${'ab'.repeat(20)}`,
  statement: null,
  uri: 'https://site.example/admin',
  chainId: '1',
  issuedAt: now,
  expiresAt: null,
  notBefore: null,
};
const local = { uri: 'http://127.0.0.1:9/', domain: '127.0.0.1:9' };

describe('a signed message (contract A2.6)', () => {
  const isAllowed = (url: string) =>
    /^https?:\/\/site\.example\/|^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(url);
  const fault = (change: Partial<SignedStatement>, isLocalSite = false) =>
    statementFault({ ...statement, ...change }, { isAllowed, isLocalSite, now });

  it.each<[Partial<SignedStatement>, boolean]>([
    [{}, false],
    [{ issuedAt: now - STATEMENT_TTL_MS + 1 }, false],
    [{ issuedAt: now + STATEMENT_TTL_MS }, false],
    [{ notBefore: now, expiresAt: now + 1 }, false],
    [local, true],
    [{ uri: 'http://localhost/', domain: 'localhost' }, true],
  ])('with %j signs in, at a local site: %s', (change, isLocalSite) => {
    expect(fault(change, isLocalSite)).toBeNull();
  });

  const elsewhere = 'URI is not allowed on this server, message was signed for another app';

  it.each([
    [{ uri: 'https://other.example/' }, elsewhere],
    [local, elsewhere],
    [{ domain: 'other.example' }, 'domain does not match the one in URI'],
    [{ domain: 'site.example:8443' }, 'domain does not match the one in URI'],
    [{ uri: 'http://site.example/' }, 'URI uses http but is not on localhost'],
    [{ uri: 'https://ada@site.example/' }, 'URI holds credentials'],
    [{ uri: 'https://:secret@site.example/' }, 'URI holds credentials'],
    [{ uri: 'javascript:alert(1)' }, 'URI is not a web address'],
    [{ uri: 'site.example/admin' }, 'URI is not a web address'],
    [{ notBefore: now + 1 }, 'message becomes valid in the future'],
    [{ expiresAt: now }, 'message is expired'],
    [{ issuedAt: now - STATEMENT_TTL_MS }, 'message was issued too long ago'],
    [{ issuedAt: now + STATEMENT_TTL_MS + 1 }, 'message was issued too far in the future'],
  ])('with %j does not sign in: %s', (change, reason) => {
    expect(fault(change)).toBe(reason);
  });
});

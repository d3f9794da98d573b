import { generateKeyPairSync } from 'node:crypto';
import { generateHybridIdentity, generateIdentity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { makeSigningKey } from './keys.ts';
import { readVariables } from './variables.ts';

test.each([
  ['PORT', 'three thousand'],
  ['PORT', '65536'],
  ['SITE_URL', 'example.org'],
  ['SITE_URL', 'https://example.org/path'],
  ['SITE_URL', 'ftp://example.org'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_POOLER', 'statement'],
  ['DATABASE_CONNECTIONS', '7'],
  ['SMTP_URL', 'mail.example.org'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtps:mail.example.org'],
  ['MAIL', 'send'],
  ['MAIL_FROM', 'someone'],
  ['SUPABASE_PUBLISHABLE_KEY', 'sb_secret_0123456789abcdef0123456789'],
  ['SUPABASE_SECRET_KEY', 'sb_secret_short'],
  ['JWT_KEYS', '[]'],
  ['JWT_KEYS', 'no json'],
  ['JWT_KEYS', JSON.stringify([{ kty: 'EC', alg: 'none', kid: 'a' }])],
  ['JWT_SECRET', 'short'],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['TRUSTED_PROXIES', 'proxy.local'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '::/0'],
  ['TRUSTED_PROXIES', 'fe80::1%eth0'],
  ['API_KEY', 'off'],
  ['COMMON_PASSWORDS', 'off'],
  ['JWT_ROLES', 'postgres'],
  ['JWT_ROLES', 'auditor,supabase_admin'],
  ['JWT_ROLES', 'Auditor'],
  ['JWT_ROLES', 'pg_read_all_data'],
  ['JWT_ROLES', 'none'],
  ['LIMITS', 'maybe'],
])('%s=%s is refused in one sentence that names it', (name, value) => {
  expect(() => readVariables({ [name]: value })).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
});

test.each([
  { DATABASE_URL: 'postgres://keeper:secret@db.example/lab' },
  { DATABASE_URL: 'postgres://k%65eper@one.example,two.example/lab' },
  { DATABASE_URL: 'postgres://db.example/lab?user=keeper' },
  {
    DATABASE_URL: 'postgres://other@db.example/lab',
    DATABASE_DIRECT_URL: 'postgres://keeper@db.example/lab',
  },
])('JWT_ROLES does not accept the user that the server connects as: %o', (urls) => {
  expect(() => readVariables({ ...urls, JWT_ROLES: 'auditor,keeper' })).toThrow(/^JWT_ROLES must be /);
  expect(readVariables({ ...urls, JWT_ROLES: 'auditor' }).JWT_ROLES).toEqual(['auditor']);
});

test('two keys with one id are refused', () => {
  const key = makeSigningKey();
  expect(() => readVariables({ JWT_KEYS: JSON.stringify([key, key]) })).toThrow(/^JWT_KEYS must be/);
});

const rsaKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', kid: crypto.randomUUID() };
};

test.each([
  ['ES256', makeSigningKey, ['d']],
  ['RS256', rsaKey, ['d', 'p', 'q', 'dp', 'dq', 'qi']],
])('a key for %s is accepted, but not with the private part of another key', (_alg, make, privateParts) => {
  const [key, other] = [make(), make()] as [Record<string, unknown>, Record<string, unknown>];
  const withKey = (jwk: object) => ({ JWT_KEYS: JSON.stringify([makeSigningKey(), jwk]) });
  expect(readVariables(withKey(key)).JWT_KEYS).toHaveLength(2);
  const mixed = { ...key, ...Object.fromEntries(privateParts.map((part) => [part, other[part]])) };
  expect(() => readVariables(withKey(mixed))).toThrow(/^JWT_KEYS must be .+ both parts of one pair, .+\.$/);
});

test('refuses keys if none of them may sign', () => {
  const [signing, verifying] = [makeSigningKey(), { ...makeSigningKey(), key_ops: ['verify'] }];
  expect(() => readVariables({ JWT_KEYS: JSON.stringify([verifying]) })).toThrow(/^JWT_KEYS must be /);
  expect(readVariables({ JWT_KEYS: JSON.stringify([verifying, signing]) }).JWT_KEYS).toHaveLength(2);
});

test('a variable that is unset or empty gets its default', () => {
  expect(readVariables({ PORT: '', HOST: undefined })).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    LIMITS: 'on',
  });
});

test('removes the trailing slash of an origin, and splits networks', () => {
  const { SITE_URL, TRUSTED_PROXIES } = readVariables({
    SITE_URL: 'https://Example.org/',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1',
  });
  expect(SITE_URL).toBe('https://example.org');
  expect(TRUSTED_PROXIES).toEqual(['127.0.0.1', '10.0.0.0/8', '::1']);
});

const RECIPIENT = 'age1htgvpm4lac5nq6rrpmfwfaqxcwt8kq2dhlzw6ge4ywlg9sxz8stsd65k7s';

test('accepts a public key of age, and repeats no private key that was given instead', async () => {
  const [key, hybrid] = [await generateIdentity(), await generateHybridIdentity()];
  for (const recipient of [RECIPIENT, await identityToRecipient(key), await identityToRecipient(hybrid)])
    expect(readVariables({ BACKUP_RECIPIENT: recipient }).BACKUP_RECIPIENT).toBe(recipient);
  for (const wrong of [
    key,
    hybrid,
    RECIPIENT.slice(0, -1),
    RECIPIENT.replace('h', 'q'),
    'age1',
    'ssh-ed25519 A',
  ])
    expect(() => readVariables({ BACKUP_RECIPIENT: wrong })).toThrow(
      /^BACKUP_RECIPIENT must be a public key of age as age-keygen prints it, such as age1…\.$/,
    );
});

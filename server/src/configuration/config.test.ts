import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { readConfig } from './config.ts';
import { keepKeys, makeKeys, makeSigningKey } from './keys.ts';
import { UserError } from './user-error.ts';

const keys = {
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
  SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdef0123456789',
  JWT_KEYS: JSON.stringify([makeSigningKey()]),
};
const read = (variables: Record<string, string>) =>
  readConfig({ DATA_DIR: join(tmpdir(), 'solostead-never-made'), ...keys, ...variables });

test('a public SITE_URL needs a mail server, unless capture is asked for', () => {
  expect(() => read({ SITE_URL: 'https://example.org' })).toThrow(
    /^SMTP_URL must be set where SITE_URL is public/,
  );
  expect(read({ SITE_URL: 'https://example.org', MAIL: 'capture' }).mail.smtpUrl).toBeNull();
  expect(read({ SITE_URL: 'http://localhost:4000' }).mail.smtpUrl).toBeNull();
});

test('mails have places and a rate, by default no rate', () => {
  expect(read({ SMTP_CONNECTIONS: '3', SMTP_RATE: '14' }).mail).toMatchObject({ places: 3, perSecond: 14 });
  expect(read({}).mail.perSecond).toBeNull();
});

test('with DATABASE_URL the keys must be set, because several copies share them', () => {
  const variables = { DATABASE_URL: 'postgres://db.example/app', JWT_KEYS: '' };
  expect(() => read(variables)).toThrow(
    'JWT_KEYS must be set where DATABASE_URL is, so that all copies agree.',
  );
});

const DATABASE_URL = 'postgres://db.example/app';
test.each([
  [
    { DATABASE_DIRECT_URL: DATABASE_URL },
    'DATABASE_DIRECT_URL is set and DATABASE_URL is not: set both, or DATABASE_URL alone.',
  ],
  [
    { DATABASE_URL, DATABASE_POOLER: 'transaction' },
    'DATABASE_DIRECT_URL must be set where DATABASE_POOLER=transaction is: some work needs a separate session.',
  ],
])('%j is refused: %s', (variables, sentence) => {
  expect(() => read(variables)).toThrow(sentence);
});

test('kept keys that cannot be read are not called invalid, which advises to delete them', () => {
  const directory = newFolder();
  symlinkSync('keys.json', join(directory, 'keys.json'));
  expect(() => keepKeys(directory)).toThrow('ELOOP');
});

test('kept keys whose private part belongs to another pair are refused with their file', () => {
  const directory = newFolder();
  const jwks = [{ ...makeSigningKey(), d: makeSigningKey().d }];
  writeFileSync(join(directory, 'keys.json'), JSON.stringify({ ...makeKeys(), jwks }));
  const start = () => readConfig({ DATA_DIR: directory });
  expect(start).toThrow(UserError);
  expect(start).toThrow(
    `${directory}/keys.json does not hold valid keys: restore it from a backup, or delete it `,
  );
});

test('the site is public at localhost and its port by default', () => {
  expect(read({ PORT: '4000' }).siteUrl).toBe('http://localhost:4000');
});

test('the login’s MAIL variable, the path of a mailbox, is ignored', () => {
  const variables = { SITE_URL: 'https://example.org', SMTP_URL: 'smtp://mail.example.org' };
  expect(read({ ...variables, MAIL: '/var/mail/solostead' }).mail.smtpUrl).toBe('smtp://mail.example.org');
});

const projectWith = (
  toml: string,
  variables: Record<string, string> = {},
  files: Record<string, string> = {},
) => {
  const project = newFolder();
  mkdirSync(join(project, 'supabase/functions'), { recursive: true });
  for (const [name, text] of Object.entries({ ...files, 'supabase/config.toml': toml }))
    writeFileSync(join(project, name), text);
  return readConfig({ PORT: '4510', ...keys, ...variables }, project);
};

test.each([
  ['', {}, 'http://localhost:4510', 'http://localhost:4510'],
  ['[auth]\nsite_url = "http://localhost:3000"', {}, 'http://localhost:3000', 'http://localhost:4510'],
  ['', { SITE_URL: 'http://localhost:80' }, 'http://localhost', 'http://localhost'],
  [
    '[auth]\nsite_url = "http://localhost:3000"\nexternal_url = "https://api.example.org/auth/v1"',
    {},
    'http://localhost:3000',
    'https://api.example.org',
  ],
  [
    '[api]\nexternal_url = "https://other.example.org"',
    { SITE_URL: 'http://localhost:3000', API_EXTERNAL_URL: 'https://api.example.org' },
    'http://localhost:3000',
    'https://api.example.org',
  ],
])('%j and %j: the app is at %s, the server at %s', (toml, variables, siteUrl, apiUrl) => {
  expect(projectWith(toml, variables)).toMatchObject({ siteUrl, apiUrl });
});

test('an external_url with a path is refused by name', () => {
  expect(() => projectWith('[api]\nexternal_url = "https://example.org/api"')).toThrow(
    /^api\.external_url in supabase\/config\.toml is wrong: /,
  );
});

test('env() reads the files that the Supabase CLI reads, and functions get their own', () => {
  const files = {
    '.env': 'A=root\nB=root\nC=root',
    '.env.local': 'B=local\nC=local\nHOST=0.0.0.0',
    'supabase/.env': 'C=supabase\nD=supabase',
    'supabase/functions/.env': 'F=functions\nG=functions\nSUPABASE_URL=functions',
  };
  const toml = `[edge_runtime.secrets]\n${[...'ABCDEF'].map((name) => `${name} = "env(${name})"\n`).join('')}`;
  const { functionSecrets, host } = projectWith(toml, { D: 'process' }, files);
  expect(functionSecrets).toEqual({
    ...{ A: 'root', B: 'local', C: 'supabase', D: 'process', E: '', F: 'functions', G: 'functions' },
  });
  expect(host).toBe('127.0.0.1');
});

test.each([
  ['Acme, Inc.', '"Acme, Inc."'],
  ['Acme "Labs" <x>', '"Acme \\"Labs\\" <x>"'],
  ['Acme\nBcc: eve@example.org', '"Acme Bcc: eve@example.org"'],
  ['Äpfel & Söhne', 'Äpfel & Söhne'],
])('the sender %j is one name in a mail', (name, quoted) => {
  const { mail } = projectWith(`project_id = ${JSON.stringify(name)}`);
  expect(mail.from).toBe(`${quoted} <hello@localhost>`);
});

test('[auth.email.smtp] and jwt_secret are used if the environment does not set them', () => {
  const toml = `[auth]\njwt_secret = "a secret of the whole project, long"\n[auth.email.smtp]\nhost = "mail.example.org"
port = 465\nuser = "robin@example.org"\npass = "p/w"\nadmin_email = "hello@example.org"\nsender_name = "Robin"`;
  const { mail, keys: used } = projectWith(toml);
  expect(mail).toMatchObject({
    smtpUrl: 'smtps://robin%40example.org:p%2Fw@mail.example.org:465',
    from: 'Robin <hello@example.org>',
  });
  expect(used.jwtSecret).toBe('a secret of the whole project, long');
  expect(projectWith(toml, { SMTP_URL: 'smtp://other.example.org' }).mail.smtpUrl).toBe(
    'smtp://other.example.org',
  );
});

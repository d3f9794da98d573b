import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { platformMigrations, textOf } from '../database/migrations/files.ts';
import { keepKeys } from '../configuration/keys.ts';
import { checkConfiguration, checkDatabase, checkErasures, checkKeys, checkMail } from './findings.ts';

let directory: string;
beforeEach(() => void (directory = newFolder()));

const good = {
  siteUrl: 'https://lab.example',
  limits: true,
  trustedProxies: ['127.0.0.1'],
  mail: {
    smtpUrl: 'smtps://mail.example',
    from: 'a@lab.example',
    outboxDir: '/outbox',
    places: 5,
    perSecond: null,
  },
};

test('a configuration without a fault is fine', () => {
  expect(checkConfiguration(good)).toEqual([
    { about: 'configuration', state: 'fine', message: 'public at https://lab.example, every value is valid' },
  ]);
});

test.each([
  [{ siteUrl: 'http://localhost:3000' }, /^SITE_URL is http:\/\/localhost:3000, as this command reads it: /],
  [{ limits: false }, /^LIMITS=off: /],
  [{ trustedProxies: [] }, /^TRUSTED_PROXIES is not set: /],
  [
    { mail: { ...good.mail, smtpUrl: null } },
    /^Emails are not sent but kept in \/outbox: set SMTP_URL, without MAIL=capture\.$/,
  ],
])('%j is a warning', (change, message) => {
  expect(checkConfiguration({ ...good, ...change })).toEqual([
    { about: 'configuration', state: 'warning', message: expect.stringMatching(message) },
  ]);
});

test('a server that only this machine can reach needs no proxy', () => {
  const found = checkConfiguration({ ...good, siteUrl: 'http://localhost:3000', trustedProxies: [] });
  expect(found.map(({ message }) => message.split(' ')[0])).toEqual(['SITE_URL']);
});

test.each([
  [null, 0, 'emails are'],
  ['a@lab.example', 1, 'an email to a@lab.example is'],
])('without a mail server, a mail to %s is reported as kept, not as sent', async (address, files, stored) => {
  const mail = { ...good.mail, smtpUrl: null, outboxDir: directory };
  const message = `${stored} kept in ${directory}, not sent`;
  expect(await checkMail({ mail, productName: 'Lab' }, address)).toEqual({
    about: 'mail',
    state: 'fine',
    message,
  });
  expect(readdirSync(directory)).toHaveLength(files);
});

const applied = { key: '20260101000000', statements: ['create table one (id int);', 'select 1;'] };

test.each<[string, (typeof applied)[], string, boolean, RegExp]>([
  ['applied', [applied], 'fine', true, /, all 1 migrations applied$/],
  ['not applied', [], 'wrong', false, /^20260101000000_openings\.sql not applied: restart the server\.$/],
  [
    'edited after it was applied',
    [{ ...applied, statements: ['create table earlier ()', 'select 1'] }],
    'wrong',
    true,
    /^The database was made by another text of 20260101000000_openings\.sql, so the former one is in force: /,
  ],
  [
    'applied next to an unknown one',
    [applied, { ...applied, key: '99990101000000' }],
    'wrong',
    false,
    /^The database has the migration 99990101000000, of which supabase\/migrations has no file\. /,
  ],
])('a migration that is %s is reported', async (_what, migrations, state, hasOurTables, message) => {
  mkdirSync(join(directory, 'migrations'));
  const file = join(directory, 'migrations/20260101000000_openings.sql');
  writeFileSync(file, 'create table one (id int);\n\nselect 1;\n');
  const platform = platformMigrations().map((file) => ({ key: file.key, statements: [textOf(file)] }));
  const rows = (text: string) => {
    if (text.includes('size')) return [{ version: '18.1', size: '9 MB', isMigrated: true }];
    return text.includes('platform_migrations') ? platform : migrations;
  };
  const query = async (text: string) => ({ rows: rows(text) });
  const project = { supabaseDir: directory, appliesMigrations: true };
  const { finding, isUsable } = await checkDatabase(
    query as unknown as Parameters<typeof checkDatabase>[0],
    project,
  );
  expect(finding).toEqual({ about: 'database', state, message: expect.stringMatching(message) });
  expect(isUsable).toBe(hasOurTables);
});

test('keys that others can read are wrong, and so is a site built with another key', () => {
  const file = join(directory, 'keys.json');
  keepKeys(directory);
  writeFileSync(join(directory, 'index.html'), 'sb_publishable_0123456789');
  const others = { secret: '', jwks: [], jwtSecret: null };
  const check = (publishable: string) =>
    checkKeys({ dataDir: directory, siteDir: directory, keys: { publishable, ...others } }).map(
      ({ state }) => state,
    );
  chmodSync(file, 0o640);
  keepKeys(directory);
  expect(check('sb_publishable_0123456789')).toEqual(['wrong', 'fine']);
  chmodSync(file, 0o600);
  expect(check('sb_publishable_another00')).toEqual(['fine', 'wrong']);
});

test('a folder for lists of erasures that others can write is wrong, with or without a list', () => {
  const shared = newFolder();
  chmodSync(shared, 0o777);
  const isFine = { about: 'erasures', state: 'fine', message: 'no other user can write their lists' };
  expect(checkErasures([directory, join(directory, 'missing')])).toEqual([isFine]);
  expect(checkErasures([directory, shared])).toMatchObject([
    {
      about: 'erasures',
      state: 'wrong',
      message: expect.stringContaining(`${shared} can be changed by other`),
    },
  ]);
});

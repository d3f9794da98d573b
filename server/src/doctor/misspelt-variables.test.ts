import { expect, it } from 'vitest';
import { knownVariables } from '../configuration/variables.ts';
import { fine, warning } from './findings.ts';
import { checkVariableNames, withoutConsequences } from './misspelt-variables.ts';

const known = [...knownVariables, 'MAIL_TO_LAB'];
const named = (envFile: object, environment = {}) =>
  checkVariableNames({ ...envFile }, environment, known).map(({ message }) => message);

it.each([
  ['BACKUP_DRI', 'BACKUP_DIR'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['MAIL_TO_LABS', 'MAIL_TO_LAB'],
  ['Site_URL', 'SITE_URL'],
  ['SMTPURL', 'SMTP_URL'],
])('names %s in .env as %s', (name, nearest) => {
  expect(named({ [name]: 'x' })).toEqual([
    `.env sets ${name}, which nothing reads: did you mean ${nearest}?`,
  ]);
});

it('names a variable of the environment, as an image gets it', () => {
  expect(named({}, { TRUSTED_PROXY: '1' })).toEqual([
    'The environment sets TRUSTED_PROXY, which nothing reads: did you mean TRUSTED_PROXIES?',
  ]);
});

it('leaves out findings about the variable that was meant', () => {
  const misspelt = checkVariableNames({ BACKUP_DRI: 'x', TRUSTED_PROXY: 'x' }, {}, known);
  const found = [
    warning(
      'configuration',
      'TRUSTED_PROXIES is not set: behind a proxy every visitor counts as the same one.',
    ),
    warning('backups', 'none are made: set BACKUP_DIR, to a place on another disk.'),
    warning('configuration', 'SITE_URL is http://localhost: links in emails lead there.'),
    fine('mail', 'smtp takes mail'),
  ];
  expect(withoutConsequences(found, misspelt)).toEqual([...misspelt, ...found.slice(2)]);
});

it('is silent about known names, and about those for other programs', () => {
  expect(named({ SITE_URL: 'x', MAIL_TO_LAB: 'x', NEXT_PUBLIC_KEY: 'x', POSTGRES_PASSWORD: 'x' })).toEqual(
    [],
  );
  expect(named({}, { HOME: '/', USER: 'a', PATH: '', SHELL: '', HOSTNAME: 'a', LC_ALL: 'C' })).toEqual([]);
});

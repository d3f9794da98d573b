import { expect, it } from 'vitest';
import { makerName } from './maker.rules.ts';

const ICLOUD = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd';

it.each<[string, readonly string[], string]>([
  [ICLOUD, [], 'iCloud Keychain'],
  [ICLOUD.toUpperCase(), [], 'iCloud Keychain'],
  [ICLOUD, ['Windows Hello'], 'iCloud Keychain'],
  [ICLOUD, ['iCloud Keychain'], 'iCloud Keychain 2'],
  [ICLOUD, ['iCloud Keychain', 'iCloud Keychain 2'], 'iCloud Keychain 3'],
  [ICLOUD, ['My phone', 'iCloud Keychain 2'], 'iCloud Keychain'],
  ['00000000-0000-0000-0000-000000000000', [], ''],
  ['01020304-0506-0708-0102-030405060708', ['iCloud Keychain'], ''],
  ['constructor', [], ''],
  ['', [], ''],
])('the passkey of %s next to %j is first called %j (contract A6.1)', (aaguid, taken, name) => {
  expect(makerName(aaguid, taken)).toBe(name);
});

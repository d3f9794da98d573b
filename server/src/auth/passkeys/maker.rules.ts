/** Names of common authenticators by their AAGUID, as their makers publish them. Security keys have one for each model. */
const makers = new Map(
  Object.entries({
    '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
    '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
    '42b4fb4a-2866-43b2-9bf7-6c6669c2e5d3': 'Google Titan',
    '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
    '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
    '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
    '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
    '771b48fd-d3d4-4f74-9232-fc157ab0507a': 'Edge on Mac',
    '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
    'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
    'b78a0a55-6ef8-d246-a042-ba0f6d55050c': 'LastPass',
    'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
    'b93fd961-f2e6-462f-b122-82002247de78': 'Android',
    'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
    'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
    'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain (managed)',
    'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
    'f3809540-7f14-49c1-a8b3-8f813b225541': 'Enpass',
    'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
    'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
    '149a2021-8ef6-4133-96b8-81f8d5b7f1f5': 'Security Key by Yubico',
    '19083c3d-8383-4b18-bc03-8f1c9ab2fd1b': 'YubiKey 5',
    '2fc0579f-8113-47ea-b116-bb5a8db9202a': 'YubiKey 5 NFC',
    'a25342c0-3cdc-4414-8e46-f4807fca511c': 'YubiKey 5 NFC',
    'a4e9fc6d-4cbe-4758-b8ba-37598bb5bbaa': 'Security Key by Yubico',
    'c5ef55ff-ad9a-4b9f-b580-adebafe026d0': 'YubiKey 5Ci',
    'cb69481e-8ff7-4039-93ec-0a2729a154a8': 'YubiKey 5',
    'd7781e5d-e353-46aa-afe2-3ca49f13332a': 'YubiKey 5 NFC',
    'ee882879-721c-4913-9775-3dfcce97072a': 'YubiKey 5',
    'f8a011f3-8c0a-4d15-8006-17111f9edc7d': 'Security Key by Yubico',
    'fa2b99dc-9e39-4257-8f92-4a30d23c4118': 'YubiKey 5 NFC',
    'ff4dac45-ede8-4ec2-aced-cf66103f4335': 'YubiKey 5',
  }),
);

/** The most characters of a passkey's name. */
export const MAX_PASSKEY_NAME_LENGTH = 120;

/**
 * Returns the first name of a passkey, its maker's, with a number if the account has one of that name. It is '' for an
 * authenticator that names no maker or that we do not know.
 *
 * @example
 * makerName('bada5566-a7aa-401f-bd96-45619a55120d', ['1Password']); // '1Password 2'
 */
export function makerName(aaguid: string, taken: readonly string[]): string {
  const name = makers.get(aaguid.toLowerCase());
  if (!name) return '';
  const candidates = [name, ...taken.map((_, index) => `${name} ${index + 2}`)];
  return candidates.find((candidate) => !taken.includes(candidate)) ?? name;
}

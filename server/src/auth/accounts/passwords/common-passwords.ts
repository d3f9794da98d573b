let loaded: Promise<ReadonlySet<string>> | null = null;

/** Some 49,000 of the commonest passwords, in lower case; read into memory when first asked for. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  );
  return loaded;
}

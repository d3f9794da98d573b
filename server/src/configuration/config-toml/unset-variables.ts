type Variables = Readonly<Record<string, string | undefined>>;
type Table = Record<string, unknown>;

/** A table of config.toml with a switch, and the settings that it cannot do without. */
interface Switch {
  readonly path: readonly string[];
  readonly settings: readonly string[];
}

/** Sign-in with these works without a secret, by ID tokens of their apps. */
const WITHOUT_SECRET = new Set(['apple', 'google']);

/**
 * Switches off each provider, text message service and mail server of config.toml that needs a variable which is not
 * set. Guards such as hooks are never switched off. Returns the settings and a sentence for each one.
 */
export function switchOffUnset(
  toml: unknown,
  environment: Variables,
): { settings: unknown; warnings: string[] } {
  const settings: unknown = structuredClone(toml);
  const warnings = switchesOf(settings).flatMap(({ path, settings: needed }) => {
    const entry = tableAt(settings, path);
    const isOn =
      entry && entry['enabled'] !== false && (entry['enabled'] !== undefined || path.at(-1) === 'smtp');
    if (!isOn) return [];
    const isUnset = (key: string) => unsetVariable(entry[key], environment) !== null;
    const isOff =
      typeof entry['enabled'] === 'string' && environment[variableOf(entry['enabled']) ?? ''] === 'false';
    if (isOff || !['enabled', ...needed].some(isUnset)) return [];
    const unset = Object.keys(entry).filter(isUnset);
    const names = unset.map((key) => variableOf(entry[key])!);
    for (const key of unset) delete entry[key];
    entry['enabled'] = false;
    return [`${path.join('.')} in supabase/config.toml is off, because ${listed(names)} not set.`];
  });
  return { settings, warnings };
}

/** Returns the name of the variable in `env(NAME)`, or null for other values. */
export const variableOf = (value: unknown): string | null =>
  typeof value === 'string' ? (/^env\((\w+)\)$/.exec(value)?.[1] ?? null) : null;

export function unsetVariable(value: unknown, environment: Variables): string | null {
  const name = variableOf(value);
  return name === null || environment[name] ? null : name;
}

function switchesOf(settings: unknown): Switch[] {
  const external = Object.keys(tableAt(settings, ['auth', 'external']) ?? {}).map((name) => ({
    path: ['auth', 'external', name],
    settings: WITHOUT_SECRET.has(name) ? ['client_id', 'url'] : ['client_id', 'secret', 'url'],
  }));
  const twilio = ['account_sid', 'message_service_sid', 'auth_token'];
  return [
    ...external,
    { path: ['auth', 'sms', 'twilio'], settings: twilio },
    { path: ['auth', 'email', 'smtp'], settings: ['host', 'user', 'pass', 'admin_email'] },
  ];
}

/** Returns the value at a path of nested tables, or undefined. */
export const valueAt = (settings: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], settings);

function tableAt(settings: unknown, path: readonly string[]): Table | null {
  const value = valueAt(settings, path);
  return typeof value === 'object' && value !== null ? (value as Table) : null;
}

const listed = (names: readonly string[]): string =>
  `${new Intl.ListFormat('en').format(new Set(names))} ${new Set(names).size > 1 ? 'are' : 'is'}`;

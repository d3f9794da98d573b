import { unreadableParameter } from '../errors.ts';
import { atMost, bounds, hasMoreParts } from './bounds.ts';

/** Preferences of the `Prefer` header (RFC 7240), null where absent. The first of several counts. */
export type Preferences = Readonly<ReturnType<typeof parsePreferences>>;

const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const;

type Choice = keyof typeof choices;

/** Reads the header's comma-separated preferences. */
export function parsePreferences(header: string) {
  if (hasMoreParts(header, ',', bounds.preferences))
    throw unreadableParameter('failed to parse the Prefer header', 1, `expecting ${atMost('preferences')}`);
  const stated = header
    .split(',')
    .map((preference) => preference.trim())
    .filter((preference) => preference !== '');
  const chosen = new Map<string, string>();
  const unknown: string[] = [];
  for (const preference of stated) {
    const [, name = preference, value = ''] = /^([^=]*)=(.*)$/s.exec(preference) ?? [];
    if (!isKnown(name, value)) unknown.push(preference);
    else if (!chosen.has(name)) chosen.set(name, value);
  }
  const choice = <Name extends Choice>(name: Name) =>
    (chosen.get(name) ?? null) as (typeof choices)[Name][number] | null;
  const maxAffected = chosen.get('max-affected');
  return {
    resolution: choice('resolution'),
    representation: choice('return'),
    count: choice('count'),
    transaction: choice('tx'),
    missing: choice('missing'),
    handling: choice('handling'),
    timeZone: chosen.get('timezone') ?? null,
    maxAffected: maxAffected === undefined ? null : Number(maxAffected),
    /** Unknown preferences, which are an error only with handling=strict. */
    unknown,
  };
}

function isKnown(name: string, value: string): boolean {
  if (name === 'timezone') return value !== '';
  if (name === 'max-affected') return /^\d{1,15}$/.test(value);
  return Object.hasOwn(choices, name) && (choices[name as Choice] as readonly string[]).includes(value);
}

import { spellMoment } from '@solostead/contract/day';

/** A labelled value. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A row of data, with the time and the kind of what it is about as its title. */
export interface Record {
  readonly title?: string;
  readonly facts: readonly Fact[];
}

export interface DataSection {
  readonly heading: string;
  readonly records: readonly Record[];
}

export type Row = Readonly<{ [key: string]: unknown }>;

/** The columns with the time of a row, the most telling first. */
const TIMES = [
  'at',
  'sent_at',
  'entered_at',
  'created_at',
  'saved_at',
  'received_at',
  'requested_at',
  'noticed_at',
];

/** Columns that mean something to programs alone. They are in the JSON. */
const TECHNICAL =
  /(^|_)(id|n|version|period|undone|key)$|^(attempts|claims|retries|day|round|due_at|due_before_edit|claimed_at|edit_expires_at|since|current_period|linkedin_profile|confirmation_mail|email_corrections|waiting_since)$/;

/** Columns with a word of the database, such as 'in_review'. */
const CODED =
  /^(status|first_status|state|kind|cause|criterion|from|to|about|topic|erase_reason|dropped_because|action)$/;

/** Columns whose name says too little to a person. */
const LABELS = new Map(
  Object.entries({
    linkedin: 'LinkedIn',
    body: 'Text',
    words: 'In your words',
    created_at: 'Created',
    overall: 'Yes or no',
  }),
);

/** Columns in the order of reading. Others follow them. */
const FIRST = ['status', 'subject', 'link', 'repository', 'words', 'text', 'body'];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Returns the words of a column or a kind: 'Email confirmed' for `email_confirmed_at`. */
export function spellKey(key: string): string {
  const words = key.replace(/_at$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a value of JSON as a person reads it, and '' for nothing. */
function spellValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') {
    if (UUID.test(value)) return '';
    return MOMENT.test(value) ? spellMoment(value) : value;
  }
  if (Array.isArray(value)) return value.map(spellValue).filter(Boolean).join(', ');
  if (typeof value === 'object') {
    return factsOf(value as Row)
      .map((fact) => `${fact.label}: ${fact.value}`)
      .join('\n');
  }
  return String(value);
}

/** Returns the row's values that say something to a person, by default all of them. */
export function factsOf(row: Row, keys: readonly string[] = Object.keys(row)): Fact[] {
  return keys
    .filter((key) => !TECHNICAL.test(key))
    .map((key) => ({ label: LABELS.get(key) ?? spellKey(key), value: valueOf(row, key) }))
    .filter(({ value }) => value !== '');
}

const valueOf = (row: Row, key: string): string => {
  const value = spellValue(row[key]);
  return CODED.test(key) ? spellKey(value) : value;
};

/** Returns a row with its time and kind as the title, and the rest as facts. The members of its `detail` are among them. */
export function recordOf(row: Row): Record {
  const time = TIMES.find((key) => typeof row[key] === 'string');
  const { kind, detail } = row;
  const title = [time && spellMoment(String(row[time])), typeof kind === 'string' && spellKey(kind)];
  const flat: Row = { ...row, ...(typeof detail === 'object' && detail !== null ? detail : {}) };
  const rest = Object.keys(flat).filter((key) => !['kind', 'detail', time].includes(key));
  const inOrder = rest.toSorted((one, other) => placeOf(one) - placeOf(other));
  return { title: title.filter(Boolean).join(': '), facts: factsOf(flat, inOrder) };
}

const placeOf = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);

import * as fc from 'fast-check';

/** Tables with their columns and relations, the parts of nearly valid requests. */
export const shapes: Readonly<
  Record<string, readonly [columns: readonly string[], embeds: readonly string[]]>
> = {
  clients: [
    ['id', 'name', 'address', 'initial'],
    ['projects', 'newest_project', 'big_projects', 'active_projects'],
  ],
  projects: [
    ['id', 'name', 'budget', 'tags', 'period', 'meta', 'mood', 'active', 'started', 'story'],
    ['clients', 'tasks', 'project_details', 'readings'],
  ],
  tasks: [
    ['id', 'name', 'project_id', 'shout'],
    ['projects', 'people', 'assignments'],
  ],
  people: [
    ['id', 'name'],
    ['tasks', 'messages!messages_sender_fkey', 'letters', 'letters_twice!reader', 'own_letters'],
  ],
  letters: [['id', 'word', 'person_id'], ['people']],
  letters_twice: [
    ['id', 'word', 'reader'],
    ['people!writer', 'reader'],
  ],
  own_letters: [['id', 'word', 'owner'], ['people']],
  own_letters_twice: [
    ['id', 'word', 'writer'],
    ['people!reader', 'writer'],
  ],
  folders: [
    ['id', 'name'],
    ['folders', 'parent_id'],
  ],
  places: [
    ['id', 'name', 'within'],
    ['trips', 'places', 'within', 'places_view', 'trips_twice', 'trips_twice!origin'],
  ],
  places_view: [
    ['id', 'name', 'within'],
    ['places', 'places_view', 'places_view!within', 'trips'],
  ],
  trips_twice: [
    ['id', 'start', 'origin'],
    ['places', 'places!origin', 'start', 'places_view!start'],
  ],
  trips_thrice: [
    ['id', 'again'],
    ['places!again', 'places!nope'],
  ],
  compound_children_twice: [
    ['id', 'a', 'b', 'c'],
    ['compound', 'compound!a', 'compound_view'],
  ],
  outer_people: [
    ['id', 'name'],
    ['tasks', 'messages'],
  ],
  partly: [['id', 'open', 'closed'], []],
  owned: [['id', 'owner', 'note'], []],
  secrets: [['id', 'word'], []],
  readings: [['id', 'at', 'value'], ['projects']],
  'rpc/all_projects': [['id', 'name', 'budget'], ['clients']],
  'rpc/client?wanted=1': [['id', 'name'], ['projects']],
  'rpc/records': [['column1', 'column2'], ['projects']],
  'rpc/pairs?up_to=3': [['number', 'label'], []],
};

const relations = [
  ...Object.keys(shapes).filter((name) => !name.startsWith('rpc/')),
  'messages',
  'compound',
  'active_projects',
  'task_counts',
  'readings_2025',
  'keyless',
  'notes',
  'odd "names"',
  'pg_class',
  'auth.users',
];
const columns = [
  ...new Set(Object.values(shapes).flatMap(([own]) => own)),
  'client_id',
  'ctid',
  '*',
  'the key',
  'email',
];
export const functions = [
  'add',
  'greet',
  'unclear',
  'echo_json',
  'total',
  'client',
  'all_projects',
  'pairs',
  'split',
  'delete_people',
  'settings',
  'is_admin',
  'review_list',
  'queue_mails',
  'a_record',
  'records',
  'code',
  'pattern',
  'unnamed',
  'half_named',
  'cookies',
  'no_such_function',
  'pg_sleep',
  'set_config',
  'version',
];
export const operators = [
  'eq',
  'neq',
  'gt',
  'like',
  'ilike',
  'match',
  'imatch',
  'in',
  'is',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'adj',
  'fts',
  'plfts',
  'wfts(english)',
  'phfts(nope)',
  'eq(any)',
  'like(all)',
  'not.eq',
  'nope',
  '',
];

const nasty = fc.constantFrom(
  '',
  '\0',
  '%00',
  "'",
  '"',
  '\\',
  ';',
  '--',
  '/*',
  '$$',
  '{',
  '}',
  '{}',
  '(',
  ')',
  '()',
  ',',
  '.',
  '..',
  '->',
  '->>',
  '::',
  '!',
  '*',
  "' or 1=1 --",
  '"; drop table lab.people; --',
  '1e999',
  'NaN',
  'Infinity',
  '-1',
  '99999999999999999999',
  '2026-99-99',
  '{a,b',
  '[1,2)',
  'null',
  '\u{1F600}',
  '\u202Etxet',
  '\uFEFF',
  'a'.repeat(300),
  '('.repeat(120),
  '%ff',
  '%',
  '(1,2))',
  "(1)'",
  '(  )',
  'null)',
  'NaN::text',
  'select 1',
  '((((',
  ':*',
  '&|!',
  '\\\\',
  '\n',
  '\r\nX: y',
);
export const word = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '1',
      '2',
      'x',
      'true',
      'null',
      '{red}',
      '(1,2)',
      '[2025-01-01,2026-01-01)',
      '{"a":1}',
    ),
  },
);

export const column = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...columns) },
  { weight: 1, arbitrary: word },
);
export const relation = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...relations) },
  { weight: 1, arbitrary: word },
);

export const halfEncoded = (text: string) =>
  text.replace(/[^!$'()*,.\w:;=@[\]{}|~%-]/gu, (character) => safely(character));

function safely(character: string): string {
  try {
    return encodeURIComponent(character);
  } catch {
    return '%EF%BF%BD';
  }
}

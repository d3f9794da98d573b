import * as fc from 'fast-check';
import { forwardingHeader } from '../forwarding-headers.ts';
import { manyOfOne, wide } from './wide-requests.ts';

/** A request that no well-meaning client sends. */
export interface HostileRequest {
  readonly method: string;
  /** Below /rest/v1, percent-encoded as far as its author cared. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signedIn: boolean;
  /** A status that would show a fault; null when none but 5xx would. */
  readonly neverAnswered?: number | null;
}

const relations = [
  'clients',
  'projects',
  'tasks',
  'people',
  'messages',
  'folders',
  'compound',
  'readings',
  'active_projects',
  'task_counts',
  'keyless',
  'secrets',
  'partly',
  'owned',
  'applications',
  'user_roles',
  'odd "names"',
  'pg_class',
  'auth.users',
];
const columns = [
  'id',
  'name',
  'client_id',
  'budget',
  'tags',
  'period',
  'meta',
  'mood',
  'active',
  'word',
  'closed',
  'owner',
  'note',
  'initial',
  'ctid',
  '*',
  'the key',
  'email',
];
const functions = [
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
  'claim_due_mails',
  'pg_sleep',
  'set_config',
  'version',
];
const operators = [
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
  'wfts(english)',
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
  'NaN::text',
  'select 1',
  '((((',
  ':*',
  '&|!',
  '\\\\',
  '\n',
  '\r\nX: y',
);
const word = fc.oneof(
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

const column = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...columns) },
  { weight: 1, arbitrary: word },
);
const relation = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...relations) },
  { weight: 1, arbitrary: word },
);
const path = fc
  .tuple(
    column,
    fc.constantFrom('', '->a', '->>a', '->0', '->-1->>b', '->'),
    fc.constantFrom('', '::text', '::int', '::regclass', '::nope', '.sum()', '.count()'),
  )
  .map((parts) => parts.join(''));

const selection: fc.Arbitrary<string> = fc.letrec<{ list: string }>((tie) => ({
  list: fc
    .array(
      fc.oneof(
        { maxDepth: 3 },
        path,
        fc
          .tuple(
            fc.constantFrom('', '...', 'x:', 'id:'),
            relation,
            fc.constantFrom('', '!inner', '!left', '!client_id', '!nope'),
            tie('list'),
          )
          .map(([before, name, after, list]) => `${before}${name}${after}(${list})`),
      ),
      { maxLength: 4 },
    )
    .map((items) => items.join(',')),
})).list;

const condition = fc
  .tuple(path, fc.constantFrom(...operators), word)
  .map(([field, operator, value]) => `${field}.${operator}.${value}`);
const tree: fc.Arbitrary<string> = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    condition,
    fc
      .tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or'), fc.array(tie('tree'), { maxLength: 3 }))
      .map(([by, members]) => `${by}(${members.join(',')})`),
  ),
})).tree;

const parameter = fc.oneof(
  selection.map((value) => ['select', value]),
  fc
    .tuple(path, fc.constantFrom(...operators), word)
    .map(([field, operator, value]) => [field, `${operator}.${value}`]),
  fc.tuple(relation, column, word).map(([name, field, value]) => [`${name}.${field}`, `eq.${value}`]),
  fc
    .tuple(fc.constantFrom('and', 'or', 'not.or', 'clients.or'), fc.array(tree, { maxLength: 3 }))
    .map(([by, members]) => [by, `(${members.join(',')})`]),
  fc
    .tuple(
      fc.constantFrom('order', 'projects.order'),
      path,
      fc.constantFrom('', '.asc', '.desc.nullslast', '.up'),
    )
    .map(([name, field, way]) => [name, `${field}${way}`]),
  fc.tuple(fc.constantFrom('limit', 'offset', 'tasks.limit'), word).map(([name, value]) => [name, value]),
  fc
    .tuple(fc.constantFrom('columns', 'on_conflict'), fc.array(column, { maxLength: 3 }))
    .map(([name, list]) => [name, list.join(',')]),
  fc.tuple(word, word).map((pair) => [...pair]),
);

/** Most are encoded as they should be; some only as far as a URL must be. */
const encoded = fc.tuple(fc.array(parameter, { maxLength: 5 }), fc.boolean()).map(([pairs, properly]) => {
  const encode = properly ? encodeURIComponent : halfEncoded;
  return pairs.map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`).join('&');
});

const halfEncoded = (text: string) =>
  text.replace(/[^!$'()*,.\w:;=@[\]{}|~%-]/gu, (character) => safely(character));

function safely(character: string): string {
  try {
    return encodeURIComponent(character);
  } catch {
    return '%EF%BF%BD';
  }
}

const value: fc.Arbitrary<unknown> = fc.oneof(
  word,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
);
const row = fc.dictionary(column, value, { maxKeys: 4 });
const body = fc.oneof(
  row.map((object) => JSON.stringify(object)),
  fc.array(row, { maxLength: 3 }).map((list) => JSON.stringify(list)),
  fc.jsonValue().map((any) => JSON.stringify(any)),
  fc.constantFrom(
    '',
    '{',
    '[',
    '[[[[',
    '{"a":',
    'null',
    '"',
    '\0',
    '{"id":1}{"id":2}',
    '['.repeat(3000),
    `{"meta":${'{"a":'.repeat(2000)}1${'}'.repeat(2001)}`,
    '{"id":1e400}',
    'id,name\n1,x\n2',
    '{"name":"\\u0000"}',
    '{"name":"\\ud800"}',
    '{"__proto__":{"id":1}}',
    JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, key) => [`k${key}`, 1]))),
    `${Array.from({ length: 600 }, (_, key) => `k${key}`).join()}\n${'1,'.repeat(599)}1`,
    'a=1&'.repeat(3000),
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

const header = fc.oneof(
  forwardingHeader,
  fc
    .constantFrom(
      'return=representation',
      'return=headers-only',
      'count=exact',
      'count=planned',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates',
      'missing=default',
      'handling=strict',
      'max-affected=1',
      'max-affected=-1',
      'timezone=UTC',
      'timezone=x',
      'nope',
      'nope,'.repeat(60),
    )
    .map((preference) => ['prefer', preference] as const),
  fc
    .constantFrom(
      'text/csv',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose',
      'application/geo+json',
      '*/*',
      ';;',
      'a/b,'.repeat(60),
      `text/csv${';a=b'.repeat(60)}`,
      'application/octet-stream',
    )
    .map((type) => ['accept', type] as const),
  fc
    .constantFrom(
      'text/csv',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      'text/html',
      ';',
    )
    .map((type) => ['content-type', type] as const),
  fc
    .constantFrom('lab', 'public', 'auth', 'private', 'pg_catalog', '"')
    .map((schema) => ['accept-profile', schema] as const),
  fc
    .constantFrom('0-1', '5-2', '-', '9999999999999999999-', 'bytes=0-1')
    .map((range) => ['range', range] as const),
  fc.constantFrom('{"a":1}', '}', "'").map((text) => ['x-test', text] as const),
  fc.constantFrom('a=b; c', ';;;', '=').map((text) => ['cookie', text] as const),
);

/** Tables with columns they have and relations they embed: what nearly right requests are made of. */
const shapes: Readonly<Record<string, readonly [columns: readonly string[], embeds: readonly string[]]>> = {
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
    ['tasks', 'messages!messages_sender_fkey'],
  ],
  folders: [
    ['id', 'name'],
    ['folders', 'parent_id'],
  ],
  partly: [['id', 'open', 'closed'], []],
  owned: [['id', 'owner', 'note'], []],
  secrets: [['id', 'word'], []],
  readings: [['id', 'at', 'value'], ['projects']],
  'rpc/all_projects': [['id', 'name', 'budget'], ['clients']],
  'rpc/client?wanted=1': [['id', 'name'], ['projects']],
};

/** A request without a fault, but for what `spice` puts in the place of a value, a column or a whole parameter. */
const nearlyRight: fc.Arbitrary<readonly [target: string, query: string]> = fc
  .constantFrom(...Object.entries(shapes))
  .chain(([target, [own, embeds]]) => {
    const known = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...own) },
      { weight: 1, arbitrary: column },
    );
    const embedded = embeds.length > 0 ? fc.constantFrom(...embeds) : known;
    const aimed = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          '1',
          '2',
          '{1,2}',
          '(1,2)',
          'A*',
          'true',
          'null',
          '{red}',
          '{"n":1}',
          '[2025-01-01,2026-01-01)',
          '2025-05-05',
        ),
      },
      { weight: 1, arbitrary: word },
    );
    const one = fc.tuple(known, fc.constantFrom(...operators), aimed).map((parts) => parts.join('.'));
    const part = fc.oneof(
      fc
        .array(known, { minLength: 1, maxLength: 3 })
        .chain((list) =>
          fc
            .option(embedded)
            .map((name) => ['select', name === null ? list.join(',') : `${list.join(',')},${name}(*)`]),
        ),
      fc.constantFrom('*,count()', 'id.sum()', 'id::text', 'a:id,b:id').map((select) => ['select', select]),
      fc
        .tuple(known, fc.constantFrom(...operators), aimed)
        .map(([name, operator, text]) => [name, `${operator}.${text}`]),
      fc.array(one, { minLength: 1, maxLength: 3 }).map((list) => ['or', `(${list.join(',')})`]),
      fc
        .tuple(known, fc.constantFrom('', '.desc', '.asc.nullslast'))
        .map(([name, way]) => ['order', name + way]),
      fc.constantFrom('0', '1', '3', '1000000').map((count) => ['limit', count]),
      fc.constantFrom('0', '1', '7').map((count) => ['offset', count]),
      wide(known, embedded),
    );
    const parts = manyOfOne(fc.array(part, { maxLength: 3 })).map((list) => {
      const [path = '', given = ''] = target.split('?');
      const query = list.map(
        ([name = '', text = '']) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`,
      );
      return [path, [given, ...query].filter((each) => each !== '').join('&')] as const;
    });
    return parts;
  });

const noisy = fc.tuple(
  fc.oneof(
    { weight: 4, arbitrary: relation },
    { weight: 2, arbitrary: fc.constantFrom(...functions).map((name) => `rpc/${name}`) },
    { weight: 1, arbitrary: word },
  ),
  encoded,
);

/** Requests from all corners: nearly right, wrong in one place, plain noise. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .record({
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constant('GET') },
      { weight: 7, arbitrary: fc.constantFrom('HEAD', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS') },
    ),
    aim: fc.oneof({ weight: 3, arbitrary: nearlyRight }, { weight: 2, arbitrary: noisy }),
    headers: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(header, { maxLength: 3 }) },
    ),
    body,
    signedIn: fc.boolean(),
  })
  .map(({ method, aim: [target, query], headers, body: content, signedIn }) => ({
    method,
    path: `/${target.split('/').map(halfEncoded).join('/')}${query === '' ? '' : `?${query}`}`.slice(
      0,
      12_000,
    ),
    headers: withUndoing(method, headers),
    body: method === 'GET' || method === 'HEAD' ? null : content,
    signedIn,
  }));

/** Writes are tried out, not kept: the next request is to find the same rows. */
function withUndoing(
  method: string,
  headers: readonly (readonly [string, string])[],
): Record<string, string> {
  const all: Record<string, string> = {
    'content-type': 'application/json',
    'accept-profile': 'lab',
    'content-profile': 'lab',
  };
  let prefer = method === 'GET' ? 'handling=lenient' : 'tx=rollback';
  for (const [name, text] of headers) {
    if (name === 'prefer') prefer += `, ${text}`;
    else all[name] = text;
    if (name === 'accept-profile') all['content-profile'] = text;
  }
  return { ...all, prefer };
}

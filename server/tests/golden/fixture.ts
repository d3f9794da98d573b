import { assemble } from '../../src/rest/catalogue/assemble.ts';
import type { Catalogue, Switches } from '../../src/rest/catalogue/catalogue.ts';
import type { AskPrivileges } from '../../src/rest/permit/permit.ts';
import { relationRows, type RoutineSketch, routineRow, type TableSketch } from './catalogue-rows.ts';

/** The tables and views of server/tests/rest/fixture.sql, where every golden statement is prepared as well. */
const lab: Readonly<Record<string, TableSketch>> = {
  active_projects: {
    columns: { id: 'integer', name: 'text', client_id: 'integer' },
    shows: { id: 'projects.id', name: 'projects.name', client_id: 'projects.client_id' },
  },
  assignments: {
    columns: { person_id: 'integer', task_id: 'integer', hours: 'integer = 0' },
    key: ['person_id', 'task_id'],
    references: {
      assignments_person_id_fkey: 'person_id -> people.id',
      assignments_task_id_fkey: 'task_id -> tasks.id',
    },
  },
  clients: { columns: { id: 'integer', name: 'text', address: 'lab.address' }, key: ['id'] },
  compound: { columns: { a: 'integer', b: 'text', note: 'text' }, key: ['a', 'b'] },
  compound_children: {
    columns: { id: 'integer', a: 'integer', b: 'text' },
    key: ['id'],
    references: { compound_children_fkey: 'a, b -> compound.a, compound.b' },
  },
  folders: {
    columns: { id: 'integer', name: 'text', parent_id: 'integer' },
    key: ['id'],
    references: { folders_parent_id_fkey: 'parent_id -> folders.id' },
  },
  keyless: { columns: { note: 'text' } },
  messages: {
    columns: { id: 'integer', sender_id: 'integer', recipient_id: 'integer', body: 'text' },
    key: ['id'],
    references: {
      messages_recipient_fkey: 'recipient_id -> people.id',
      messages_sender_fkey: 'sender_id -> people.id',
    },
  },
  'odd "names"': { columns: { 'the key': 'integer', 'a,b(c)': 'text', select: 'text' }, key: ['the key'] },
  owned: { columns: { id: 'integer', owner: 'uuid = auth.uid()', note: 'text' }, key: ['id'] },
  partly: { columns: { id: 'integer', open: 'text', closed: 'text' }, key: ['id'] },
  people: { columns: { id: 'integer', name: 'text' }, key: ['id'] },
  project_details: {
    columns: { project_id: 'integer', body: 'text' },
    key: ['project_id'],
    references: { project_details_project_id_fkey: 'project_id -> projects.id' },
  },
  projects: {
    columns: {
      id: 'integer',
      name: 'text',
      client_id: 'integer',
      budget: 'numeric(10,2)',
      started: 'date',
      active: 'boolean',
      tags: "text[] = '{}'::text[]",
      period: 'daterange',
      meta: 'jsonb',
      mood: 'lab.mood',
      done: 'lab.percentage',
      story: 'tsvector',
    },
    key: ['id'],
    references: { projects_client_id_fkey: 'client_id -> clients.id' },
  },
  renamed_tasks: {
    columns: { task: 'integer', belongs_to: 'integer', name: 'text' },
    shows: { task: 'tasks.id', belongs_to: 'tasks.project_id', name: 'tasks.name' },
  },
  secrets: { columns: { id: 'integer', word: 'text' }, key: ['id'] },
  task_counts: {
    columns: { project_id: 'integer', tasks: 'bigint' },
    shows: { project_id: 'tasks.project_id', tasks: '' },
  },
  tasks: {
    columns: {
      id: "integer = nextval('lab.tasks_id_seq')",
      name: "text = 'unnamed'::text",
      project_id: 'integer',
      created_at: "timestamp with time zone = '2026-01-02 03:04:05+00'::timestamp with time zone",
      shout: 'text generated',
    },
    key: ['id'],
    references: { tasks_project_id_fkey: 'project_id -> projects.id' },
  },
};

const routines: readonly (readonly [string, RoutineSketch])[] = [
  ['add', { takes: ['a integer', 'b integer'], defaults: 1, gives: 'integer' }],
  ['all_projects', { gives: 'setof projects', volatility: 's' }],
  ['big_projects', { takes: ['lab.clients'], gives: 'setof projects', volatility: 's', rowOf: 'clients' }],
  ['client', { takes: ['wanted integer'], gives: 'clients', volatility: 's' }],
  ['echo_json', { takes: ['json'], gives: 'json' }],
  ['echo_text', { takes: ['text'], gives: 'text' }],
  ['greet', { takes: ['name text'], gives: 'text' }],
  ['greet', { takes: ['name text', 'times integer'], gives: 'text' }],
  ['initial', { takes: ['lab.clients'], gives: 'text', volatility: 's', rowOf: 'clients' }],
  [
    'newest_project',
    { takes: ['lab.clients'], gives: 'setof projects', volatility: 's', rowOf: 'clients', oneRow: true },
  ],
  ['nothing', { gives: 'void', volatility: 'v' }],
  ['numbers', { takes: ['up_to integer'], gives: 'setof integer' }],
  ['pairs', { takes: ['up_to integer'], gives: 'table (number integer, label text)' }],
  ['total', { takes: ['numbers integer[]'], variadic: true, gives: 'integer' }],
];

const builtIn = [
  'int4',
  'int8',
  'text',
  'numeric',
  'float8',
  'bool',
  'date',
  'timestamptz',
  'jsonb',
  'json',
  'varchar',
];

const everythingOn: Switches = {
  schemas: null,
  aggregates: true,
  plans: true,
  openApi: 'follow-privileges',
  rollback: true,
  needsFilter: true,
  maxRows: null,
  extraSearchPath: ['public', 'extensions'],
  preRequest: null,
};

/** The fixture as the data API knows it; `changed` are switches other than all on. */
export function fixtureCatalogue(changed: Partial<Switches> = {}): Catalogue {
  const { idOf, ...rows } = relationRows({
    lab,
    public: {
      applications: { columns: { id: 'uuid = gen_random_uuid()', name: 'text', email: 'text' }, key: ['id'] },
    },
  });
  const known = new Set(rows.relations.map(({ name }) => name));
  return assemble({
    ...rows,
    routines: routines.map(([name, sketch]) =>
      routineRow(name, sketch, (relation) => (known.has(relation) ? idOf(relation) : null)),
    ),
    types: [
      ...builtIn.map((name) => ({ name, sqlName: `pg_catalog.${name}` })),
      { name: 'mood', sqlName: 'lab.mood' },
    ],
    timeZones: [{ name: 'UTC' }, { name: 'Europe/Berlin' }],
    roleSettings: [{ role: 'anon', name: 'statement_timeout', value: '3s' }],
    switches: { ...everythingOn, ...changed },
    schemas: ['lab', 'public'],
  });
}

const hidden: Readonly<Record<string, readonly string[]>> = {
  anon: ['owned', 'secrets'],
  authenticated: ['secrets'],
};

/** The grants of fixture.sql: `partly` has rights on some of its columns, and none to delete. */
export const fixtureGrants: AskPrivileges = async (role, { schema, name, right }) => ({
  kind: right === 'execute' ? 'function' : name.startsWith('active_') ? 'v' : 'r',
  reaches: schema === 'lab' || role !== 'outsider',
  may: !hidden[role]?.includes(name) && !(name === 'partly' && right === 'delete'),
});

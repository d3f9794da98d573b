import { expect, it } from 'vitest';
import { graphProblems, presentMigrations } from './migration-graph.mjs';

const people = { name: '1_people.sql', text: 'create table public.people (id uuid primary key);' };
const places = {
  name: '2_places.sql',
  text: 'create function private.place_of(p public.people) returns text language sql as $$ select null $$;',
};

/** A third file with this text. */
const third = (text: string) => [people, places, { name: '3_things.sql', text }];

it.each([
  ['nothing about names of earlier files', [people, places], []],
  [
    'nothing about a name in a comment',
    [{ ...people, text: `-- Read by private.place_of.\n/* private.place_of */ ${people.text}` }, places],
    [],
  ],
  [
    'a name of a later file in a statement',
    [places, people],
    ['2_places.sql names public.people, which the later file 1_people.sql creates'],
  ],
  [
    'a name of a later file in a body that is read late',
    [
      {
        name: '0_first.sql',
        text: 'create function private.f() returns text language plpgsql as $$ begin return private.place_of(null); end $$;',
      },
      people,
      places,
    ],
    ['0_first.sql names private.place_of, which the later file 2_places.sql creates'],
  ],
  [
    'a table that exists',
    third('create table if not exists public.people (id uuid);'),
    ['3_things.sql creates the table public.people again, which 1_people.sql has created'],
  ],
  [
    'a function that replaces an earlier one',
    third('create or replace function private.place_of() returns text language sql as $$ select null $$;'),
    ['3_things.sql creates the function private.place_of again, which 2_places.sql has created'],
  ],
  [
    'a view with the name of a table',
    third('create view public.people as select 1;'),
    ['3_things.sql creates the view public.people again, which 1_people.sql has created'],
  ],
  [
    'a stub that is replaced in its own file',
    third(`create function private.f() returns int language sql as $$ select 0 $$;
      create or replace function private.f() returns int language sql as $$ select 1 $$;`),
    ['3_things.sql creates the function private.f again, which 3_things.sql has created'],
  ],
  [
    'a trigger that exists',
    [
      ...third('create trigger t after insert on public.people execute function private.f();'),
      {
        name: '4.sql',
        text: 'create or replace trigger t before update on public.people execute function private.g();',
      },
    ],
    ['4.sql creates the trigger t on public.people again, which 3_things.sql has created'],
  ],
  [
    'nothing about triggers of one name on two tables',
    [
      { name: '1.sql', text: 'create table public.a (); create table public.b ();' },
      {
        name: '2.sql',
        text: 'create trigger t after insert on public.a execute function private.f(); create trigger t after insert on public.b execute function private.f();',
      },
    ],
    [],
  ],
  [
    'an index that exists',
    third(
      'create index people_idx on public.people (id); create unique index people_idx on public.people (id);',
    ),
    ['3_things.sql creates the index people_idx again, which 3_things.sql has created'],
  ],
  ...[
    `do $$ begin execute 'create function private.f() returns int ' || body; end $$;`,
    `do $$ begin execute format('create or replace view public.%I as select 1', name); end $$;`,
    `do $do$ begin execute $sql$ drop table public.people $sql$; end $do$;`,
    `do $$ begin execute 'ALTER TABLE public.people add column x int'; end $$;`,
  ].map((text): [string, { name: string; text: string }[], string[]] => [
    `an object that is assembled from text: ${text}`,
    third(text),
    ['3_things.sql assembles an object from text: write the statement'],
  ]),
  [
    'a function that is patched',
    third("do $$ begin perform pg_get_functiondef('f'::regproc); end $$;"),
    ['3_things.sql reads the text of a function: write the function whole'],
  ],
  [
    'nothing about a query that is assembled',
    third("do $$ begin execute format('select %L', 1); end $$;"),
    [],
  ],
])('reports %s', (_title, migrations, problems) => {
  expect(graphProblems(migrations)).toEqual(problems);
});

it.each([
  'create or replace function private.place_of() returns text language sql as $$ select null $$;',
  'drop view public.people; create view public.people as select 1;',
  'create or replace trigger t before insert on public.people execute function private.f();',
  'drop index public.people_idx; create index people_idx on public.people (id, name);',
])('lets a file create an object of frozen files again: %s', (text) => {
  expect(graphProblems([...indexed, { name: '4_again.sql', text }], { isFrozen: true })).toEqual([]);
});

it.each([
  ['table public.people', 'create table if not exists public.people (id uuid);', '1_people.sql'],
  ['index people_idx', 'create index if not exists people_idx on public.people (id, name);', '3_things.sql'],
])('refuses an existing %s that a statement would leave alone', (object, text, home) => {
  expect(graphProblems([...indexed, { name: '4_again.sql', text }], { isFrozen: true })).toEqual([
    `4_again.sql creates the ${object} again, which ${home} has created`,
  ]);
});

it('leaves out statements whose object a later one creates again or drops', () => {
  const earlier = { name: '1.sql', text: `-- Of a.\n${body('a')}\n\n${body('b')}\n\n${body('c')}\n` };
  const text = `drop function private.a(p public.people), private.c;\n${body('a')}\n${body('b').replace(' ', ' or replace ')}`;
  expect(presentMigrations([earlier, { name: '2.sql', text }])).toEqual([
    { name: '1.sql', text: '-- Of a.\n\n\n\n\n\n' },
    { name: '2.sql', text },
  ]);
});

const body = (name: string) =>
  `create function private.${name}() returns text language sql as $$ select ';' $$;`;
const indexed = third(
  `create index people_idx on public.people (id);
   create trigger t after insert on public.people execute function private.f();`,
);

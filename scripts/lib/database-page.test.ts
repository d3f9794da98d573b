import { expect, it } from 'vitest';
import { databasePage } from './database-page.mjs';

const people = {
  name: '20260101000000_people.sql',
  text: `-- On the floor \`ground\`.
-- The people. They are few.

-- A person. Any age.
create table public.people (
  id uuid primary key,
  name text not null, -- personal data
  email text -- personal data
    constraint people_email_check check (email <> '')
);

create function private.is_person(of_id uuid) returns boolean language sql as $$ select true $$;
`,
};
const visits = {
  name: '20260102000000_visits.sql',
  text: `-- On the floor \`top\`.
-- Their visits.

-- Everyone: by name.
create view private.visits as select p.name from public.people p;

create function public.visit(of_id uuid) returns boolean language sql as $$ select private.is_person(of_id) $$;
`,
};
const callers = { visit: 'anon', gone: 'owner' };

it('lists floors, files, tables with personal data, and functions by caller', () => {
  const page = databasePage([people, visits], callers);
  expect(page).toContain('\n1. ground: people\n2. top: visits\n');
  expect(page).toContain(`## Ground

### people

The people.

- table \`people\`: A person. Personal data: \`name\`, \`email\`.
- \`private.is_person\`
`);
  expect(page).toContain(
    '### visits\n\nTheir visits.\n\n- view `private.visits`: Everyone.\n- `visit` for anon\n',
  );
  expect(page).not.toContain('gone');
});

it('describes what later files replace, drop and add', () => {
  const later = {
    name: '20260103000000_stricter_people.sql',
    text: `-- On the floor \`top\`.
-- Stricter people.
create or replace function private.is_person(of_id uuid) returns boolean language sql as $$ select false $$;

drop function public.visit(of_id uuid);
alter table public.people
  add column born date, -- personal data
  add column rank integer;
alter table public.people add column phone text; -- personal data

-- Everyone: by email.
create or replace view private.visits as select p.name, p.email from public.people p;
`,
  };
  const page = databasePage([people, visits, later], callers);
  expect(page).toContain(
    'Personal data: `name`, `email`.\n\n## Top\n\n### visits\n\nTheir visits.\n\n### stricter',
  );
  expect(page).toContain(`### stricter_people

Stricter people.

- table \`people\`: More columns. Personal data: \`born\`.
- table \`people\`: More columns. Personal data: \`phone\`.
- view \`private.visits\`: Everyone.
- \`private.is_person\`
`);
});

it.each([
  ['a floor', people.text.replace(/.*floor.*\n/, ''), /people\.sql has no line/],
  ['a subject', people.text.replace('-- The people. They are few.\n', ''), /does not say what it is about/],
  [
    'a comment of a table',
    people.text.replace('-- A person. Any age.\n', ''),
    /does not describe public\.people/,
  ],
])('refuses a file without %s', (_what, text, message) => {
  expect(() => databasePage([{ ...people, text }], callers)).toThrow(message);
});

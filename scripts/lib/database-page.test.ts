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

it('lists a function in the last file that defines it', () => {
  const later = {
    name: '20260103000000_stricter_people.sql',
    text: `-- On the floor \`top\`.
-- Stricter people.
create or replace function private.is_person(of_id uuid) returns boolean language sql as $$ select false $$;
`,
  };
  const page = databasePage([people, visits, later], callers);
  expect(page.match(/- `private\.is_person`/g)).toHaveLength(1);
  expect(page).toContain('### stricter_people\n\nStricter people.\n\n- `private.is_person`');
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

import { expect, itStarting, untilKnown } from './fixtures.ts';

const test = itStarting();

test.beforeAll(async ({ lab }) => {
  await lab.sql(`
    create table lab.costly (id int primary key, words text);
    insert into lab.costly values (1, repeat('a', 200));
    create table lab.closed_to_all (id int primary key);
    create function lab.closed_call(id int) returns int language sql as 'select 1';
    revoke execute on function lab.closed_call from public;
    grant select, insert on lab.costly to anon;
    create function lab.too_long() returns text language sql as 'select repeat(''a'', 1200000000)';
    create function lab.nap() returns text language sql as 'select pg_sleep(5)::text';
    alter role anon set statement_timeout = '2s'`);
  await untilKnown(lab, 'costly');
});

test.for([
  ['a regular expression of many steps', '/costly?words=match.(a{1,200}){1,200}b', 'PGRST100'],
  ['a value that needs more than 1 GB', '/rpc/too_long', '54000'],
  ['a statement that takes too long', '/rpc/nap', '57014'],
] as const)('%s is refused, and no error of the server', async ([, path, code], { lab }) => {
  const { status, body } = await lab.ask(path);
  expect([status, body.code]).toEqual([400, code]);
  expect(lab.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

const csv = (text: string) => ({ body: text, headers: { 'content-type': 'text/csv' } });
const form = (text: string) => ({
  body: text,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

test.for([
  ['CSV', '/closed_to_all', csv('id\n1,2')],
  ['JSON', '/closed_to_all', { body: '{' }],
  ['CSV for a function', '/rpc/closed_call', csv('id\n1,2')],
  ['a form', '/rpc/closed_call', form('id='.repeat(3))],
] as const)('says that the right is missing before it parses %s', async ([, path, ask], { lab }) => {
  const { status, body } = await lab.ask(path, ask);
  expect([status, body.code]).toEqual([401, '42501']);
});

test.for([
  ['lines of CSV', '/costly', csv('id\n'.repeat(10_002))],
  ['fields of a form', '/costly', form('id=1&'.repeat(501))],
] as const)('refuses too many %s', async ([, path, ask], { lab }) => {
  const { status, body } = await lab.ask(path, ask);
  expect([status, body]).toMatchObject([400, { code: 'PGRST102' }]);
  expect(body.message).toContain('The body holds too much');
});

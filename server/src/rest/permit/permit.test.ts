import { expect, test } from 'vitest';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type Need, permit, type Verdict, SharedAnswers } from './permit.ts';

const catalogue = () => ({}) as Catalogue;
const need = (fields: Partial<Need> = {}): Need => ({
  schema: 'api',
  name: 'tasks',
  right: 'select',
  signature: null,
  ...fields,
});
const granted: Verdict = { kind: 'r', reaches: true, may: true };

/** Returns a role's refusal and the questions PostgreSQL was asked. */
async function decide(needs: readonly Need[], verdict: Verdict | undefined, role = 'authenticated') {
  const queries: string[] = [];
  const outcome = await permit(catalogue(), role, needs, async (asker, each) => {
    queries.push(`${asker} ${each.right} ${each.schema}.${each.name}`);
    return verdict;
  }).catch((error: { status: number; message: string; headers: object }) => error);
  return { outcome, queries };
}

test.each<readonly [title: string, Verdict, words: string]>([
  ['a schema out of reach', { kind: 'r', reaches: false, may: true }, 'schema api'],
  ['a table', { kind: 'r', reaches: true, may: false }, 'table tasks'],
  ['a partitioned table', { kind: 'p', reaches: true, may: false }, 'table tasks'],
  ['a view', { kind: 'v', reaches: true, may: false }, 'view tasks'],
  ['a materialized view', { kind: 'm', reaches: true, may: false }, 'materialized view tasks'],
  ['a foreign table', { kind: 'f', reaches: true, may: false }, 'foreign table tasks'],
  ['a function', { kind: 'function', reaches: true, may: false }, 'function tasks'],
])('%s is refused by name: 403, and 401 for a visitor, who may sign in', async (_title, verdict, words) => {
  const message = `permission denied for ${words}`;
  const body = { code: '42501', message, details: null, hint: null };
  expect((await decide([need()], verdict)).outcome).toMatchObject({ status: 403, body, headers: {} });
  expect((await decide([need()], verdict, 'anon')).outcome).toMatchObject({
    status: 401,
    body,
    headers: { 'www-authenticate': 'Bearer' },
  });
});

test('passes granted privileges, and relations that no longer exist, which PostgreSQL refuses itself', async () => {
  expect((await decide([need()], granted)).outcome).toBeUndefined();
  expect((await decide([need()], undefined)).outcome).toBeUndefined();
  expect((await decide([], granted)).queries).toEqual([]);
});

test('checks nothing more after a refusal', async () => {
  const { queries } = await decide([need(), need({ name: 'clients' })], { ...granted, may: false });
  expect(queries).toEqual(['authenticated select api.tasks']);
});

test('caches a grant by role, right, relation and signature, and never caches a refusal', async () => {
  const known = catalogue();
  const queries: string[] = [];
  let may = false;
  const ask = async (role: string, { right, name, signature }: Need) => {
    queries.push([role, right, name, ...(signature ?? [])].join(' '));
    return { ...granted, may };
  };
  const one = () => permit(known, 'anon', [need()], ask);
  await expect(one()).rejects.toThrow('permission denied');
  await expect(one()).rejects.toThrow('permission denied');
  may = true;
  await one();
  await one();
  await permit(known, 'authenticated', [need()], ask);
  await permit(known, 'anon', [need({ right: 'insert' }), need({ name: 'clients' })], ask);
  await permit(known, 'anon', [need({ signature: ['integer'] }), need({ signature: ['text', 'text'] })], ask);
  await permit(known, 'anon', [need({ signature: ['text', 'text'] })], ask);
  await permit(catalogue(), 'anon', [need()], ask);
  expect(queries).toEqual([
    ...Array.from({ length: 3 }, () => 'anon select tasks'),
    'authenticated select tasks',
    'anon insert tasks',
    'anon select clients',
    'anon select tasks integer',
    'anon select tasks text text',
    'anon select tasks',
  ]);
});

test('shares one query between waiting callers, which is sent after they arrived', async () => {
  const shared = new SharedAnswers<number>();
  const replies: ((answer: number) => void)[] = [];
  const ask = () => shared.get('key', () => new Promise<number>((resolve) => replies.push(resolve)));
  const [first, second, third] = [ask(), ask(), ask()];
  expect(replies).toHaveLength(1);
  replies[0]!(1);
  expect(await first).toBe(1);
  expect(replies).toHaveLength(2);
  const fourth = ask();
  replies[1]!(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  replies[2]!(3);
  expect(await fourth).toBe(3);
  const fifth = ask();
  expect(replies).toHaveLength(4);
  replies[3]!(4);
  expect(await fifth).toBe(4);
});

test('passes a failure to its callers, and sends a new query for the next ones', async () => {
  const shared = new SharedAnswers<string>();
  const failing = shared.get('key', () => Promise.reject(new Error('away')));
  const next = shared.get('key', () => Promise.resolve('back'));
  await expect(failing).rejects.toThrow('away');
  expect(await next).toBe('back');
  expect(await shared.get('other', () => Promise.resolve('apart'))).toBe('apart');
});

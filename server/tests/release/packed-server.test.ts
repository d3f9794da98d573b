import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type InstalledServer,
  installPackage,
  installServer,
  type RunningProject,
} from '../projects/package.ts';

// npm installs, and each project makes its own database.
vi.setConfig({ hookTimeout: 300_000 });

let server: InstalledServer;
let project: RunningProject;
beforeAll(async () => {
  server = await installServer();
  project = await server.start('todos', 'tenants', 'subscriptions');
});
afterAll(() => server?.remove());

test('lists the commands that any project needs', async () => {
  const help = await server.command(import.meta.dirname, '--help');
  const names = [...help.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);
  expect(names).toEqual([
    'start',
    'keys',
    'secure',
    'doctor',
    'limits',
    'move',
    'backup',
    'drill',
    'migrations',
    'repair',
    'restore',
    'sso',
  ]);
  expect(help).toContain('npx solostead-server');
});

describe('a project of three samples, a todo list, tenants and subscriptions', () => {
  test('keeps its data and keys in .data', () => {
    expect(existsSync(join(project.folder, '.data/keys.json'))).toBe(true);
  });

  test('shows todos to their owner only, and runs a function for her', async () => {
    const [ada, bob] = [await signUp(project, 'ada'), await signUp(project, 'bob')];
    expect((await ada.from('todos').insert({ title: 'Write' })).error).toBeNull();
    expect((await ada.from('todos').select('title')).data).toEqual([{ title: 'Write' }]);
    expect((await bob.from('todos').select('title')).data).toEqual([]);
    const { data, error } = await ada.functions.invoke('hello', { body: { name: 'Ada' } });
    expect([error, data]).toEqual([null, { greeting: 'Hello Ada' }]);
  });

  test('a team is visible to members, and an invitation admits one user once', async () => {
    const [owner, member, eve] = [
      await signUp(project, 'owner'),
      await signUp(project, 'member'),
      await signUp(project, 'eve'),
    ];
    const { data: team } = await owner.rpc('create_team', { name: 'Acme' });
    expect((await member.from('teams').select()).data).toEqual([]);
    const invited = await owner.from('invitations').insert({ team_id: team.id }).select('token').single();
    const refused = await member.from('invitations').insert({ team_id: team.id });
    expect(refused.error?.code).toBe('42501');
    const invitation = invited.data!.token;
    expect((await member.rpc('accept_invitation', { invitation })).data).toBe(team.id);
    const again = await eve.rpc('accept_invitation', { invitation });
    expect(again.error?.message).toBe('This invitation is not valid');
    const { data } = await member.from('teams').select('name, team_members(role)').single();
    expect(data).toEqual({
      name: 'Acme',
      team_members: expect.arrayContaining([{ role: 'owner' }, { role: 'member' }]),
    });
  });

  test("a claim in app_metadata reaches the policies with the user's next token", async () => {
    const support = await signUp(project, 'support');
    expect((await support.from('teams').select('name')).data).toEqual([]);
    const admin = clientOf(project, project.secretKey);
    await admin.auth.admin.updateUserById(support.userId, { app_metadata: { support: true } });
    await support.auth.refreshSession();
    expect((await support.from('teams').select('name')).data).toEqual([{ name: 'Acme' }]);
  });

  test('a trigger on auth.users creates the profile', async () => {
    const carl = await signUp(project, 'carl');
    expect((await carl.from('profiles').select('full_name')).data).toEqual([{ full_name: 'carl' }]);
  });

  test('products are listed with their prices, the cheapest first', async () => {
    const { data } = await clientOf(project)
      .from('products')
      .select('name, prices(unit_amount)')
      .order('unit_amount', { referencedTable: 'prices' });
    expect(data).toEqual([{ name: 'Basic', prices: [{ unit_amount: 400 }, { unit_amount: 900 }] }]);
  });

  test('the secret key writes a subscription, which its user reads and a wrong status cannot have', async () => {
    const sub = await signUp(project, 'sub');
    const admin = clientOf(project, project.secretKey);
    const row = { id: 'sub_1', user_id: sub.userId, price_id: 'price_1', status: 'active' };
    expect((await admin.from('subscriptions').insert(row)).error).toBeNull();
    const wrong = await admin.from('subscriptions').insert({ ...row, id: 'sub_2', status: 'paid' });
    expect(wrong.error?.code).toBe('22P02');
    const { data } = await sub.from('subscriptions').select('status, prices(products(name))');
    expect(data).toEqual([{ status: 'active', prices: { products: { name: 'Basic' } } }]);
    expect((await clientOf(project).from('subscriptions').select()).data).toEqual([]);
  });

  test('its Deno function answers 503, and runs once Deno is installed', async ({ skip }) => {
    const ada = await signUp(project, 'deno');
    const invoke = () => ada.functions.invoke('cheapest', { body: { language: 'en' } });
    const refused = await invoke();
    expect(refused.error.context.status).toBe(503);
    expect((await refused.error.context.json()).message).toContain('npm install deno');
    skip(!(await installPackage(project.folder, 'deno@2.9.6')), 'the registry of npm is not reachable');
    const { data, error } = await invoke();
    expect([error, data]).toEqual([null, { path: '/cheapest', price: '€4.00' }]);
  });
});

const clientOf = ({ url, publishableKey }: RunningProject, key = publishableKey) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

/** Signs up a new user and returns the client with its session. */
async function signUp(project: RunningProject, name: string) {
  const client = clientOf(project);
  const credentials = { email: `${name}@example.org`, password: 'long enough 1' };
  const { data, error } = await client.auth.signUp({
    ...credentials,
    options: { data: { full_name: name } },
  });
  expect(error).toBeNull();
  return Object.assign(client, { userId: data.user!.id });
}

import { afterAll } from 'vitest';
import { writeConfig } from '@solostead/server-testkit/servers/config';
import { send } from '@solostead/server-testkit/auth/scenario';
import {
  PASSWORD,
  adminClient,
  authClient,
  freshEmail,
  newUser,
  signedInClient,
} from '@solostead/server-testkit/auth/clients';
import { describe, expect, type TestServer, testStarting } from '@solostead/server-testkit/fixtures';

const config = writeConfig(`[auth]
enable_signup = true
[auth.email]
enable_confirmations = false`);
// Its own server, because it adds triggers to auth.users.
const test = testStarting({ env: config.env });
afterAll(config.remove);

describe('a trigger on auth.users that refuses', () => {
  test.beforeAll(async ({ server }) => {
    await server.sql(`create table public.profiles (id uuid primary key, handle text not null unique)`);
    await server.sql(`create function public.refuse() returns trigger language plpgsql security definer as $$
      begin
        if new.email like 'outsider%' then raise exception 'Only employees' using detail = 'see the handbook'; end if;
        if new.raw_user_meta_data ? 'refused' then raise exception 'No such data'; end if;
        if new.email like 'teapot%' then raise exception 'No tea' using errcode = 'PT418'; end if;
        if new.email like 'nameless%' then insert into public.profiles (id) values (new.id); end if;
        if new.email like 'twice%' then
          insert into public.profiles values (new.id, 'x'), (gen_random_uuid(), 'x');
        end if;
        return new;
      end $$`);
    await server.sql(`create trigger refuse before insert or update on auth.users
      for each row execute function public.refuse()`);
    await server.sql(`create function public.keep() returns trigger language plpgsql as $$
      begin raise exception 'Kept'; end $$`);
  });

  const logged = (server: TestServer, message: string) =>
    server.log
      .map((line) => line['database'])
      .find((facts) => String((facts as { message?: string })?.message).includes(message));

  test.for([
    [
      'outsider',
      500,
      'Database error saving new user',
      { message: 'Only employees', detail: 'see the handbook' },
    ],
    ['nameless', 500, 'Database error saving new user', { table: 'profiles', column: 'handle' }],
    ['twice', 500, 'Database error saving new user', { table: 'profiles' }],
    ['teapot', 418, 'No tea', null],
  ] as const)('a sign-up of %s answers %i %s', async ([name, status, msg, facts], { server }) => {
    const email = `${name}-${freshEmail()}`;
    const answer = await send(server, { path: '/signup', body: { email, password: PASSWORD } });
    expect(answer).toMatchObject({ status, body: { msg } });
    if (!facts) return;
    const shown = 'message' in facts ? facts.message : 'profiles';
    await expect.poll(() => logged(server, shown)).toMatchObject(facts);
    expect(JSON.stringify(server.log)).not.toContain(email);
  });

  test('gives the words of each endpoint', async ({ server }) => {
    const { admin } = adminClient(server);
    const outsider = () => `outsider-${freshEmail()}`;
    const { client, user } = await signedInClient(server);
    const answers = [
      await admin.createUser({ email: outsider() }),
      await admin.updateUserById(user.id, { email: outsider() }),
      await admin.inviteUserByEmail(outsider()),
    ];
    expect(answers.map(({ error }) => error?.message)).toEqual([
      'Database error creating new user',
      'Error updating user',
      'Database error saving new user',
    ]);
    await server.sql(
      `create trigger keep before delete on auth.users for each row execute function public.keep()`,
    );
    expect((await admin.deleteUser(user.id)).error?.message).toBe('Database error deleting user');
    await server.sql('drop trigger keep on auth.users');
    expect((await client.updateUser({ data: { refused: true } })).error?.message).toBe('Error updating user');
    expect((await client.getUser()).error).toBeNull();
  });
});

describe('a trigger on a confirmation', () => {
  test.beforeAll(async ({ server }) => {
    await server.sql(`create table public.confirmed (id uuid, providers text[])`);
    await server.sql(`create function public.welcome() returns trigger language plpgsql security definer as $$
      begin
        insert into public.confirmed
          select new.id, array_agg(provider::text) from auth.identities where user_id = new.id;
        return new;
      end $$`);
    await server.sql(`create trigger welcome after update of email_confirmed_at on auth.users for each row
      when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
      execute function public.welcome()`);
  });

  test('runs once, after the identity exists, also for the admin API', async ({ server }) => {
    const { data } = await authClient(server).signUp({ email: freshEmail(), password: PASSWORD });
    expect(data.session).not.toBeNull();
    const made = await newUser(server, { email_confirm: true });
    for (const { id } of [data.user!, made]) {
      const rows = await server.sql('select providers from public.confirmed where id = $1', [id]);
      expect(rows).toEqual([{ providers: ['email'] }]);
    }
  });
});

describe('an address with capitals that SQL brought', () => {
  test('signs in in either spelling, is taken, and takes mailed codes', async ({ server }) => {
    const { user } = await signedInClient(server);
    const written = user.email!.replace('person', 'Person').replace('example', 'Example');
    await server.sql('update auth.users set email = $2 where id = $1', [user.id, written]);
    const { password } = await server.addUser(freshEmail());
    for (const email of [written, user.email!]) {
      const { data } = await authClient(server).signInWithPassword({ email, password });
      expect(data.user?.id).toBe(user.id);
    }
    const again = await authClient(server).signUp({ email: user.email!, password: PASSWORD });
    expect(again.error?.code).toBe('user_already_exists');
    const { data } = await adminClient(server).admin.generateLink({ type: 'magiclink', email: written });
    const { email_otp: token } = data.properties!;
    const verified = await authClient(server).verifyOtp({ type: 'magiclink', email: written, token });
    expect(verified.data.user?.id).toBe(user.id);
    expect(
      await server.sql('select 1 from auth.users where lower(email) = lower($1)', [written]),
    ).toHaveLength(1);
  });
});

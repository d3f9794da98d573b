import type { TestServer } from '@solostead/server-testkit/fixtures';

/** The record of a trigger on auth.users: the event, the keys of raw_user_meta_data and the identities of the user. */
export type Seen = readonly [event: string, metadata: string, identities: number];

/** Records each statement on auth.users in public.seen. */
export async function record(server: TestServer) {
  await server.sql(`create table public.seen (n int generated always as identity, id uuid, event text, metadata text,
    identities int)`);
  await server.sql(`create function public.see() returns trigger language plpgsql security definer as $$
    begin
      insert into public.seen (id, event, metadata, identities)
        select new.id, coalesce(changed, lower(tg_op)),
               (select string_agg(key || case when key = 'email_verified' then '=' || value else '' end, ' ' order by key)
                  from jsonb_each_text(new.raw_user_meta_data)),
               (select count(*) from auth.identities i where i.user_id = new.id)
          from (select case when tg_op = 'UPDATE' then (
                  select string_agg(a.key, ' ' order by a.key) from jsonb_each(to_jsonb(new)) a
                   where a.key in ('raw_user_meta_data', 'email_confirmed_at', 'last_sign_in_at', 'invited_at', 'email')
                     and a.value is distinct from to_jsonb(old) -> a.key) end as changed) c
         where tg_op = 'INSERT' or changed is not null;
      return new;
    end $$`);
  await server.sql(`create trigger see after insert or update on auth.users
    for each row execute function public.see()`);
}

/** Returns the records of the user with an address. */
export const seenOf = async (server: TestServer, email: string): Promise<readonly Seen[]> => {
  const rows = await server.sql<{ event: string; metadata: string; identities: number }>(
    `select s.event, coalesce(s.metadata, '') as metadata, s.identities
       from public.seen s join auth.users u using (id) where u.email = $1 order by s.n`,
    [email],
  );
  return rows.map(({ event, metadata, identities }) => [event, metadata, identities]);
};

import type { TestServer } from '../../harness/servers/server.ts';

/** Everyone who may come to the data API. */
export type Person =
  | 'anon'
  | 'non-admin'
  | 'admin'
  | 'admin owing a code'
  | 'banned admin'
  | 'signed-out admin'
  | 'reviewer'
  | 'reader';

/** Accounts that have no access to the review at the moment. */
export const outsiders = ['non-admin', 'admin owing a code', 'banned admin', 'signed-out admin'] as const;

/** A person's role and the claims of their token (null for only the key). */
export interface Standing {
  readonly role: 'anon' | 'authenticated';
  readonly claims: { readonly sub: string; readonly session_id: string; readonly aal: string } | null;
}

/** Makes a signed-in account straight in the database. */
export async function makePerson(
  server: TestServer,
  name: string,
  access: 'owner' | 'reviewer' | 'reader' | null,
): Promise<Standing> {
  const sub = await server.value<string>`insert into auth.users (id, email, aud, role)
      values (gen_random_uuid(), ${`${name}@lab.example`}, 'authenticated', 'authenticated')
     returning id`;
  const session_id = await server.value<string>`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal)
      values (gen_random_uuid(), ${sub}, now(), now(), 'aal1')
     returning id`;
  if (access)
    await server.sql`insert into public.user_roles (user_id, role, access)
      values (${sub}, 'admin', ${access})`;
  return { role: 'authenticated', claims: { sub, session_id, aal: 'aal1' } };
}

/** Makes an account for each person. */
export async function makePeople(server: TestServer): Promise<Record<Person, Standing>> {
  const people: Record<Person, Standing> = {
    anon: { role: 'anon', claims: null },
    'non-admin': await makePerson(server, 'non-admin', null),
    admin: await makePerson(server, 'admin', 'owner'),
    'admin owing a code': await makePerson(server, 'owing', 'owner'),
    'banned admin': await makePerson(server, 'banned', 'owner'),
    'signed-out admin': await makePerson(server, 'gone', 'owner'),
    reviewer: await makePerson(server, 'reviewer', 'reviewer'),
    reader: await makePerson(server, 'reader', 'reader'),
  };
  await server.sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), ${people['admin owing a code'].claims!.sub}, 'phone', 'totp', 'verified', now(), now())`;
  await server.sql`update auth.users set banned_until = now() + interval '1 hour'
    where id = ${people['banned admin'].claims!.sub}`;
  await server.sql`delete from auth.sessions where user_id = ${people['signed-out admin'].claims!.sub}`;
  return people;
}

import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { answersYes, questionColumns } from './answered-questions.ts';
import type { TestServer } from './servers/server.ts';

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly detail: unknown;
}

/** One of the lab's people at work, by the official clients. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly auth: InstanceType<typeof AuthClient>;
  readonly data: PostgrestClient;
  /** Calls a function of the review. Rejects when it refuses. */
  call<Answer>(name: string, parameters?: object): Promise<Answer>;
  /** Returns the function's refusal, or null. `detail` is parsed if it is JSON. */
  refusal(name: string, parameters?: object): Promise<Refusal | null>;
}

/** Makes an account with this access and signs it in. */
export async function makeMember(
  server: TestServer,
  email: string,
  access: 'owner' | 'reviewer' | 'reader',
): Promise<Member> {
  const { password } = await server.addAdmin(email);
  await server.sql(
    'update public.user_roles set access = $1 where user_id = (select id from auth.users where email = $2)',
    [access, email],
  );
  return signIn(server, email, password);
}

export async function signIn(server: TestServer, email: string, password: string): Promise<Member> {
  const headers = { apikey: server.publishableKey };
  const auth = new AuthClient({
    url: `${server.url}/auth/v1`,
    headers,
    persistSession: false,
    autoRefreshToken: false,
  });
  const { data: session, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  const data = new PostgrestClient(`${server.url}/rest/v1`, {
    headers: { ...headers, Authorization: `Bearer ${session.session.access_token}` },
    retry: false,
  });
  return {
    id: session.user.id,
    email,
    auth,
    data,
    async call<Answer>(name: string, parameters: object = {}) {
      const answer = await data.rpc(name, parameters as Record<string, unknown>);
      if (answer.error) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`);
      return answer.data as Answer;
    },
    async refusal(name, parameters = {}) {
      const { status, error: refused } = await data.rpc(name, parameters as Record<string, unknown>);
      if (!refused) return null;
      let detail: unknown = refused.details;
      try {
        detail = JSON.parse(refused.details);
      } catch {
        // A detail that is a sentence stays one.
      }
      return { status, code: refused.code, message: refused.message, detail };
    },
  };
}

/** Puts an application into the database and answers its id. */
export async function makeApplication(
  server: TestServer,
  handle: string,
  columns: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const row = {
    name: 'Amber Sample',
    email: `${handle}@builders.example`,
    linkedin: `https://www.linkedin.com/in/sample-${handle}`,
    sectors: 'music, energy',
    ...columns,
  };
  const names = Object.keys(row);
  const [made] = await server.sql<{ id: string }>(
    `insert into public.applications (${names.join(', ')}, ${questionColumns})
     values (${names.map((_, place) => `$${place + 1}`).join(', ')}, ${answersYes})
     returning id`,
    Object.values(row),
  );
  return made!.id;
}

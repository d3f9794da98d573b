import type { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { authClient } from '@solostead/server-testkit/auth/clients';
import { answersYes, questionColumns } from './answered-questions.ts';
import type { Changed, Moved, Note, Opened, Page } from './review-answers.ts';
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
  open(application_id: string): Promise<Opened>;
  /** Returns the kinds of an application's history, the oldest first. */
  history(application_id: string): Promise<string[]>;
  /** Moves an application that this member saw in a version, the first unless told otherwise. */
  move(
    application_id: string,
    to_status: string,
    more?: { readonly seen_version?: number; readonly mail?: object | null },
  ): Promise<Moved>;
  /** Moves an application along several statuses at once. */
  moveAlong(application_id: string, path: readonly string[], seen_version?: number): Promise<Moved>;
  /** Changes several applications at once. */
  many(ids: readonly (string | undefined)[], change: object, mail?: object | null): Promise<Changed>;
  undo(batch_id: string | null): Promise<{ readonly restored: number }>;
  addNote(application_id: string, body: string, mentions?: readonly string[]): Promise<Note>;
  editNote(note: Pick<Note, 'id' | 'version'>, body: string, mentions?: readonly string[]): Promise<Note>;
  /** Goes through all pages of a list or an export, as a person would with Next, and returns their rows. */
  pages(
    name: 'review_list' | 'review_export',
    parameters: object,
  ): Promise<{ readonly id: string; readonly rating: number | null }[]>;
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
  // The second try of a test finds the account of the first.
  await server.sql`delete from auth.users where email = ${email}`;
  const { password } = await server.addAdmin(email);
  await server.sql`update public.user_roles set access = ${access}
    where user_id = (select id from auth.users where email = ${email})`;
  return signIn(server, email, password);
}

/** Gives members whose tokens are about to expire new ones. A run of many steps takes longer than a token lives. */
export async function keepSignedIn(members: readonly Member[]): Promise<void> {
  for (const { auth, data } of members) {
    const { data: current, error } = await auth.getSession();
    if (error || !current.session) throw error ?? new Error('no session');
    data.headers.set('Authorization', `Bearer ${current.session.access_token}`);
  }
}

export async function signIn(server: TestServer, email: string, password: string): Promise<Member> {
  const auth = authClient(server);
  const { data: session, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  const data = new PostgrestClient(`${server.url}/rest/v1`, {
    headers: { apikey: server.publishableKey, Authorization: `Bearer ${session.session.access_token}` },
    retry: false,
  });
  async function call<Answer>(name: string, parameters: object = {}): Promise<Answer> {
    const answer = await data.rpc(name, parameters as Record<string, unknown>);
    if (answer.error) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`);
    return answer.data as Answer;
  }
  const open = (application_id: string) => call<Opened>('review_application', { application_id });
  return {
    id: session.user.id,
    email,
    auth,
    data,
    call,
    open,
    history: async (application_id) =>
      (await open(application_id)).events.map(({ kind }) => kind).toReversed(),
    move: (application_id, to_status, { seen_version = 1, ...mail } = {}) =>
      call('review_move', { application_id, seen_version, path: [to_status], ...mail }),
    moveAlong: (application_id, path, seen_version = 1) =>
      call('review_move', { application_id, seen_version, path }),
    many: (ids, change, mail) =>
      call('review_change_many', { ids, change, ...(mail === undefined ? {} : { mail }) }),
    undo: (batch_id) => call('review_undo', { batch_id }),
    addNote: (application_id, body, mentions = []) =>
      call('review_note_add', { application_id, body, mentions }),
    editNote: ({ id, version }, body, mentions = []) =>
      call('review_note_edit', { note_id: id, seen_version: version, body, mentions }),
    async pages(name, parameters) {
      const rows: Page['rows'][number][] = [];
      for (let after: unknown = null, more = true; more; after = rows.at(-1)?.cursor) {
        const page: Page = await call<Page>(name, { ...parameters, after });
        rows.push(...page.rows);
        more = page.more;
      }
      return rows;
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
  const insert = () =>
    server.value<string>(
      `insert into public.applications (${names.join(', ')}, ${questionColumns})
     values (${names.map((_, place) => `$${place + 1}`).join(', ')}, ${answersYes})
     returning id`,
      Object.values(row),
    );
  return insert().catch(async (error: { code?: string }) => {
    if (error.code !== '23505') throw error;
    // The second try of a test finds the application of the first.
    const { email, linkedin } = row;
    await server.sql`delete from public.applications where email = ${email} or linkedin = ${linkedin}`;
    return insert();
  });
}

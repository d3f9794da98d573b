import pg from 'pg';
import type { TestServer } from '../../harness/servers/server.ts';
import type { Call } from './every-call.ts';
import type { Standing } from './people.ts';

/** A member's answers from each call, and from reading after it. */
export type Answers = Readonly<Record<string, string>>;

/** An action in a world. Without a member it runs in the database itself. */
export interface Action {
  readonly by: Standing | null;
  readonly statement: string;
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00|\+00)?/g;
const SECRET = /whsec_[\w+/=]+/g;
const SERIAL = /"(id|event|last_event|export_id|entry_id|export)":(\d+)/g;

/** Opens a transaction in which worlds are created, queried and rolled back. `close` rolls everything back. */
export async function openWorlds(server: TestServer, tables: readonly string[]) {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  await client.query('begin');
  const [start] = (
    await client.query<{ at: Date; serial: string; known: string }>(
      `select now() as at,
        greatest((select max(id) from public.application_events), (select max(id) from public.access_log)) as serial,
        concat(${tables.map((table) => `(select jsonb_agg(t) from public.${table} t)`).join(', ')},
          (select jsonb_agg(id) from auth.users), (select jsonb_agg(id) from auth.sessions)) as known`,
    )
  ).rows;
  const known = new Set(start!.known.match(UUID));
  /** Ids, times and secrets that come into being during the question are no part of the answer. */
  const plain = (answer: string) =>
    answer
      .replaceAll(SECRET, '<new secret>')
      .replaceAll(UUID, (id) => (known.has(id) ? id : '<new id>'))
      .replaceAll(TIME, (time) => (new Date(iso(time)) >= start!.at ? '<later>' : time))
      .replaceAll(SERIAL, (whole, key, serial) =>
        Number(serial) > Number(start!.serial) ? `"${key}":"<new>"` : whole,
      );
  /** In one message, because a round trip for each part took most of the time. */
  const attempt = async (standing: Standing, statement: string): Promise<string> => {
    const claims = client.escapeLiteral(JSON.stringify({ ...standing.claims, role: standing.role }));
    const parts = [
      'savepoint attempt',
      `select set_config('request.jwt.claims', ${claims}, true)`,
      `set local role ${standing.role}`,
      statement,
      'reset role',
      'release savepoint attempt',
    ];
    try {
      const results = (await client.query(parts.join(';\n'))) as unknown as pg.QueryResult[];
      return JSON.stringify(results[parts.indexOf(statement)]!.rows);
    } catch (cause) {
      await client.query('rollback to savepoint attempt; release savepoint attempt');
      const { code, message, detail, hint } = cause as pg.DatabaseError;
      return JSON.stringify({ code, message, detail, hint });
    }
  };
  const apart = async (work: () => Promise<void>) => {
    await client.query('savepoint apart');
    try {
      await work();
    } finally {
      await client.query('rollback to savepoint apart; release savepoint apart');
    }
  };
  return {
    /** Calls `calls` as `member` in the world in which `deeds` were done. Each call finds it as the actions left it. */
    async ask(actions: readonly Action[], member: Standing, calls: readonly Call[]): Promise<Answers> {
      const answers: Record<string, string> = {};
      await apart(async () => {
        for (const { by, statement } of actions) {
          const done = by
            ? await attempt(by, statement)
            : JSON.stringify((await client.query(statement)).rows);
          if (isRefusal(done)) throw new Error(`${statement}: ${done}`);
        }
        const list = () => attempt(member, 'select public.review_list() as answer');
        const untouched = plain(await list());
        for (const table of tables)
          answers[table] = plain(
            await attempt(member, `select to_jsonb(t) from public.${table} t order by 1`),
          );
        for (const call of calls)
          await apart(async () => {
            const answer = await attempt(member, `select public.${call} as answer`);
            answers[call] = plain(answer);
            // A call that is refused leaves nothing behind.
            answers[`${call}, then the list`] = isRefusal(answer) ? untouched : plain(await list());
          });
      });
      return answers;
    },
    /** Runs a statement as the database's owner, for all worlds after it. */
    async run(statement: string) {
      await client.query(statement);
    },
    async close() {
      await client.query('rollback');
      await client.end();
    },
  };
}

/** Returns true if an answer is an error. */
const isRefusal = (answer: string): boolean => answer.startsWith('{');

/** PostgreSQL's own way to write a time, as Date understands it. */
function iso(time: string): string {
  const whole = time.replace(' ', 'T').replace(/\+00$/, 'Z');
  return /(Z|\+00:00)$/.test(whole) ? whole : `${whole}Z`;
}

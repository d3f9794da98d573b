import type { Member } from './member.ts';
import type { LogEntry } from './review-answers.ts';
import type { TestServer } from './servers/server.ts';

export type Log = Awaited<ReturnType<typeof openLog>>;

/** The access log since now, as an owner reads it. */
export async function openLog(server: TestServer, owner: Member) {
  const since = Number(await server.value('select coalesce(max(id), 0) from public.access_log'));
  /** Returns the entries, the oldest first. */
  const entries = async (filter: object = {}) => {
    const { rows } = await owner.call<{ rows: LogEntry[] }>('review_access_log', { filter });
    return rows.filter(({ id }) => id > since).toReversed();
  };
  const kinds = async (filter: object = {}) => (await entries(filter)).map(({ kind }) => kind);
  return { since, entries, kinds };
}

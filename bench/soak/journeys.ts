import type { TestSmtp } from '@solostead/server-testkit/mail/smtp';
import { linkedId, sampleApplication } from '../../tests/harness/applicant.ts';
import type { TestServer } from '../../tests/harness/servers/server.ts';
import { dayOf } from '../admin/requests.ts';
import { post } from '../support/post.ts';
import type { Recorder } from './recorder.ts';

export interface Day {
  readonly server: TestServer;
  readonly smtp: TestSmtp;
  readonly recorder: Recorder;
  /** An admin's e-mail address and password. */
  readonly who: object;
  readonly token: () => Promise<string>;
}

/** A person's actions from beginning to end. */
export interface Journey {
  /** Its share of a hundred journeys, and its number of requests. */
  readonly share: number;
  readonly requests: number;
  go(day: Day): Promise<void>;
}

export const journeys: readonly Journey[] = [
  { share: 34, requests: 3, go: visit },
  { share: 20, requests: 5, go: apply },
  { share: 8, requests: 6, go: signInAndOut },
  { share: 38, requests: 7, go: review },
];

/** Sends a request and records its time. Returns the parsed answer. */
async function send<Answer>({ server, recorder }: Day, path: string, body: object, token?: string) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const text = await recorder.timed(path, () => post(server, path, body, headers));
  return (text === '' ? null : JSON.parse(text)) as Answer;
}

const open = ({ server, recorder }: Day, path: string): Promise<void> =>
  recorder.timed('page', async () => {
    const response = await fetch(server.url + path, { signal: AbortSignal.timeout(30_000) });
    const text = await response.text();
    if (!response.ok) throw new Error(`answered ${response.status}: ${text.slice(0, 200)}`);
  });

/** Reads the pages. */
async function visit(day: Day): Promise<void> {
  for (const page of ['/', '/case-study', '/privacy']) await open(day, page);
}

/** Applies, asks for the confirmation mail, follows its link and confirms. */
async function apply(day: Day): Promise<void> {
  const row = sampleApplication();
  const { name, email } = row;
  await send(day, '/rest/v1/applications', row);
  await send(day, '/functions/v1/send-confirmation-email', { name, email });
  const mail = await day.recorder.timed('mail arrives', () =>
    day.smtp.next(({ to }) => to?.[0]?.address === email, 30_000),
  );
  const application_id = linkedId(mail.text);
  await open(day, `/confirm-email?application_id=${application_id}`);
  const path = '/rest/v1/rpc/confirm_email';
  const { success } = await send<{ success: boolean }>(day, path, { application_id });
  if (!success) await day.recorder.timed(path, () => Promise.reject(new Error('it was not confirmed')));
}

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
}

const signInPath = '/auth/v1/token?grant_type=password';

/** Signs in, refreshes the session a few times and signs out, like a browser in one day. */
async function signInAndOut(day: Day): Promise<void> {
  let session = await send<Session>(day, signInPath, day.who);
  for (let times = 0; times < 4; times += 1) {
    const token = { refresh_token: session.refresh_token };
    session = await send<Session>(day, '/auth/v1/token?grant_type=refresh_token', token);
  }
  await send(day, '/auth/v1/logout?scope=local', {}, session.access_token);
}

/** Milliseconds. A reviewer's browser renews a token long before it expires. */
const RENEWED_EVERY_MS = 10 * 60_000;

/** Returns a reviewer's token that is valid for the next minutes. Concurrent journeys share it. */
export function reviewerToken(server: TestServer, who: object): () => Promise<string> {
  let session: Promise<string> | null = null;
  let since = 0;
  return async () => {
    if (!session || performance.now() - since > RENEWED_EVERY_MS) {
      since = performance.now();
      session = post(server, signInPath, who);
      session.catch(() => (session = null));
    }
    return (JSON.parse(await session) as Session).access_token;
  };
}

interface Row {
  readonly id: string;
  readonly version: number;
}

/** Applications that a journey is reviewing. Lists that were read before still show their old status. */
const taken = new Set<string>();

/** Searches, opens an application of the list, scores it, adds a note and moves it. */
async function review(day: Day): Promise<void> {
  const key = await day.token();
  const call = <Answer>(name: string, body: object) => send<Answer>(day, `/rest/v1/rpc/${name}`, body, key);
  await call('review_list', { filter: { search: 'sample' } });
  await call('review_numbers', { from_day: dayOf(30), to_day: dayOf(0) });
  const { rows } = await call<{ rows: Row[] }>('review_list', { filter: { status: ['submitted'] } });
  const free = rows.filter(({ id }) => !taken.has(id));
  const row = free[Math.floor(Math.random() * free.length)];
  if (!row) return;
  const application_id = row.id;
  taken.add(application_id);
  const opened = await call<{ row: Row }>('review_application', { application_id });
  await call('review_rate', { application_id, criterion: 'craft', score: 4 });
  await call('review_note_add', { application_id, body: 'Seen in the soak.', mentions: [] });
  const move = { application_id, seen_version: opened.row.version, path: ['in_review'] };
  await call('review_move', move);
}

/** Exports applications, as a reviewer does. */
export const exportPage = async (day: Day): Promise<unknown> =>
  send(day, '/rest/v1/rpc/review_export', { page_size: 2000 }, await day.token());

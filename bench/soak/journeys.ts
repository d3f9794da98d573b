import { linkedId, sampleApplication } from '../../tests/harness/applicant.ts';
import { dayOf } from '../admin/requests.ts';
import type { SoakClient } from './client.ts';
import type { Stage } from './stage.ts';

/** A person's actions from beginning to end, at the address of one copy. */
export interface Journey {
  /** Its share of a hundred journeys, and its number of requests. */
  readonly share: number;
  readonly requests: number;
  go(url: string): Promise<void>;
}

export interface Day {
  readonly stage: Stage;
  readonly client: SoakClient;
  /** An admin's e-mail address and password. */
  readonly who: object;
  readonly token: () => Promise<string>;
}

export const journeysOf = (day: Day): readonly Journey[] => [
  { share: 34, requests: 3, go: (url) => visit(day, url) },
  { share: 20, requests: 5, go: (url) => apply(day, url) },
  { share: 8, requests: 6, go: (url) => signInAndOut(day, url) },
  { share: 38, requests: 7, go: (url) => review(day, url) },
];

/** Reads the pages. */
async function visit({ client }: Day, url: string): Promise<void> {
  for (const page of ['/', '/case-study', '/privacy']) await client.page('page', `${url}${page}`);
}

/** Applies, asks for the confirmation mail, follows its link and confirms. */
async function apply({ client, stage: { smtp } }: Day, url: string): Promise<void> {
  const row = sampleApplication();
  const body = { name: row.name, email: row.email };
  await client.post('application', url, '/rest/v1/applications', row);
  await client.post('ask for the mail', url, '/functions/v1/send-confirmation-email', body);
  const mail = await client.timed('mail arrives', () =>
    smtp.next(({ to }) => to?.[0]?.address === row.email, 30_000),
  );
  const application_id = linkedId(mail.text);
  await client.page('page', `${url}/confirm-email?application_id=${application_id}`);
  const { success } = await client.post<{ success: boolean }>(
    'confirmation',
    url,
    '/rest/v1/rpc/confirm_email',
    { application_id },
  );
  if (!success) await client.timed('confirmation', () => Promise.reject(new Error('it was not confirmed')));
}

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
}

const signIn = (client: SoakClient, url: string, who: object) =>
  client.post<Session>('sign-in', url, '/auth/v1/token?grant_type=password', who);

/** Signs in, refreshes the session a few times and signs out, like a browser in one day. */
async function signInAndOut({ client, who }: Day, url: string): Promise<void> {
  let session = await signIn(client, url, who);
  for (let times = 0; times < 4; times += 1) {
    const token = { refresh_token: session.refresh_token };
    session = await client.post<Session>('refresh', url, '/auth/v1/token?grant_type=refresh_token', token);
  }
  await client.post('sign-out', url, '/auth/v1/logout?scope=local', {}, session.access_token);
}

/** Milliseconds. A reviewer's browser renews a token long before it expires. */
const RENEWED_EVERY_MS = 10 * 60_000;

/** Returns a reviewer's token that is valid for the next minutes. Concurrent journeys share it. */
export function reviewerToken(client: SoakClient, url: string, who: object): () => Promise<string> {
  let session: Promise<Session> | null = null;
  let since = 0;
  return async () => {
    if (!session || performance.now() - since > RENEWED_EVERY_MS) {
      since = performance.now();
      session = signIn(client, url, who);
      session.catch(() => (session = null));
    }
    return (await session).access_token;
  };
}

interface Row {
  readonly id: string;
  readonly version: number;
}

/** Applications that a journey is reviewing. Lists that were read before still show their old status. */
const taken = new Set<string>();

/** Searches, opens an application of the list, scores it, adds a note and moves it. */
async function review({ client, token }: Day, url: string): Promise<void> {
  const key = await token();
  const call = <Answer>(name: string, body: object) =>
    client.post<Answer>(name, url, `/rest/v1/rpc/${name}`, body, key);
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

import { setTimeout as pause } from 'node:timers/promises';
import { numberedApplication, submitApplication } from '../harness/applications.ts';
import { testKeys } from '@solostead/server-testkit/servers/keys';

/** An answer that is not the one asked for. */
export interface Refusal {
  readonly what: 'apply' | 'mail' | 'sign in' | 'refresh' | 'read' | 'user' | 'page';
  /** Null if the connection broke. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  readonly body: string;
  /** Of `performance.now()`. */
  readonly at: number;
}

/** Records of acknowledged and refused requests. */
export interface Acknowledged {
  /** The common part of its applications' addresses. */
  readonly series: string;
  readonly applied: { readonly email: string; readonly at: number }[];
  /** Addresses whose confirmation mail was promised. */
  readonly mailed: string[];
  readonly refusals: Refusal[];
  pages: number;
  refreshes: number;
  /** Sessions that were refused although they had not ended. */
  sessionsLost: number;
}

interface Person {
  readonly email: string;
  readonly password: string;
}

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Everything that a busy lab's visitors and reviewers do at once, from now until `finish`. */
export async function startTraffic(url: string, name: string, admin: Person) {
  const series = `${name.replaceAll(/\W+/g, '-')}-${crypto.randomUUID().slice(0, 8)}`;
  const acknowledged: Acknowledged = {
    series,
    applied: [],
    mailed: [],
    refusals: [],
    pages: 0,
    refreshes: 0,
    sessionsLost: 0,
  };
  const state = { isOver: false, next: 0 };
  const send = asker(url, acknowledged);
  const signIn = () => send('sign in', '/auth/v1/token?grant_type=password', { method: 'POST', body: admin });
  const sessions = await signedIn(signIn, 3);

  /** Repeats a refused request until it is accepted, as a person does who reads "try again". */
  const until = async (statuses: readonly number[], ask: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await ask();
      if (statuses.includes(answer.status ?? 0)) return answer;
      await pause(50);
    }
  };
  const applicant = async () => {
    while (!state.isOver) {
      const number = state.next++;
      const application = numberedApplication(`${series}-${number}`);
      await until([201, 409], () => send('apply', application));
      acknowledged.applied.push({ email: application.email, at: performance.now() });
      if (number % 5 === 0) {
        await until([200], () =>
          send('mail', '/functions/v1/send-confirmation-email', { method: 'POST', body: application }),
        );
        acknowledged.mailed.push(application.email);
      }
      await pause(40);
    }
  };
  const reviewer = async (first: Session) => {
    let session = first;
    const refresh = async () => {
      const answer = await send('refresh', '/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        body: { refresh_token: session.refresh_token },
      });
      if (answer.status === 200) session = JSON.parse(answer.body) as Session;
      else if (answer.status !== null && answer.status < 500) acknowledged.sessionsLost += 1;
      return answer;
    };
    while (!state.isOver) {
      const token = session.access_token;
      await send('read', '/rest/v1/user_roles?select=role', { token });
      await send('user', '/auth/v1/user', { token });
      await refresh();
      acknowledged.refreshes += 1;
      await pause(150);
    }
    await until([200, 400, 401, 403], refresh);
  };
  const reader = async () => {
    while (!state.isOver) {
      await send('page', '/');
      acknowledged.pages += 1;
      await pause(40);
    }
  };
  const guest = async () => {
    while (!state.isOver) {
      await signIn();
      await pause(900);
    }
  };
  const people = [...Array.from({ length: 6 }, applicant), ...sessions.map(reviewer), reader(), guest()];
  const working = Promise.all(people);
  return {
    acknowledged,
    finish: async (): Promise<Acknowledged> => {
      state.isOver = true;
      await working;
      return acknowledged;
    },
  };
}

interface Answer {
  readonly status: number | null;
  readonly body: string;
}

interface Question {
  readonly method?: string;
  readonly body?: object;
  readonly token?: string;
}

const good = [200, 201, 409];

/** Asks, and notes every answer that is a refusal. */
function asker(url: string, acknowledged: Acknowledged) {
  return async (
    what: Refusal['what'],
    path: string | ReturnType<typeof numberedApplication>,
    { method = 'GET', body, token = testKeys.publishable }: Question = {},
  ): Promise<Answer> => {
    const response = await (
      typeof path === 'string'
        ? fetch(`${url}${path}`, {
            method,
            headers: {
              apikey: testKeys.publishable,
              ...(token !== testKeys.publishable && { authorization: `Bearer ${token}` }),
              ...(body && { 'content-type': 'application/json' }),
            },
            ...(body && { body: JSON.stringify(body) }),
          })
        : submitApplication({ url, publishableKey: testKeys.publishable }, path)
    ).catch(() => null);
    const text = (await response?.text().catch(() => null)) ?? null;
    const status = text === null ? null : response!.status;
    if (!good.includes(status ?? 0)) {
      const retryAfter = response?.headers.get('retry-after') ?? null;
      acknowledged.refusals.push({
        what,
        status,
        retryAfter,
        body: (text ?? '').slice(0, 300),
        at: performance.now(),
      });
    }
    return { status, body: text ?? '' };
  };
}

async function signedIn(signIn: () => Promise<Answer>, count: number): Promise<Session[]> {
  const sessions: Session[] = [];
  while (sessions.length < count) {
    const { status, body } = await signIn();
    if (status !== 200) throw new Error(`No session before the event: ${status} ${body}`);
    sessions.push(JSON.parse(body) as Session);
  }
  return sessions;
}

import { expect, type test as fixtures, type TestServer } from '../fixtures.ts';

/** One request and everything its answer must and must not be. */
export interface Scenario {
  /** A present-tense fact. */
  readonly title: string;
  readonly method?: string;
  readonly path: string;
  /** Sent as JSON. A string is sent unchanged. */
  readonly body?: unknown;
  /** `secret` is the secret key, any other value a bearer, absent none. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** Members the body must have, deep. */
  readonly body_has?: object;
  /** Text the whole answer, headers included, must not contain. */
  readonly lacks?: readonly string[];
  /** The rows each auth table gains or loses. Others must not change. */
  readonly rows?: Readonly<Record<string, number>>;
  readonly after?: (answer: Answer) => Promise<void> | void;
}

export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- what the server answers is what a test finds out
  readonly body: Record<string, any>;
  readonly text: string;
  readonly headers: Headers;
}

const counted = [
  'users',
  'identities',
  'sessions',
  'refresh_tokens',
  'one_time_tokens',
  'flow_state',
  'mfa_factors',
  'mfa_challenges',
];

async function countRows(server: TestServer): Promise<Record<string, number>> {
  const columns = counted.map((table) => `(select count(*)::int from auth.${table}) as ${table}`);
  const [row] = await server.sql<Record<string, number>>(`select ${columns.join(', ')}`);
  return row!;
}

/** Sends one request as anything but the official client might. */
export async function send(server: TestServer, request: Omit<Scenario, 'title' | 'status'>): Promise<Answer> {
  const bearer = request.as === 'secret' ? server.secretKey : request.as;
  const response = await fetch(`${server.url}/auth/v1${request.path}`, {
    method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      apikey: request.as === 'secret' ? server.secretKey : server.publishableKey,
      'content-type': 'application/json;charset=UTF-8',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...request.headers,
    },
    body: typeof request.body === 'string' ? request.body : JSON.stringify(request.body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, body: isJson ? JSON.parse(text) : {}, text, headers: response.headers };
}

/** A refused request: title, body, status, and the error code or members of the answer. */
type Refusal = readonly [title: string, body: unknown, status: number, expected: string | object];

/** Scenarios in which one endpoint refuses a body. */
export const refusals = (
  endpoint: Pick<Scenario, 'method' | 'path' | 'as'>,
  table: readonly Refusal[],
): Scenario[] =>
  table.map(([title, body, status, expected]) => ({
    ...endpoint,
    ...{ title, body, status },
    body_has: typeof expected === 'string' ? { error_code: expected } : expected,
  }));

/** Adds a test for each scenario. `of` makes those whose values are known later. */
export function scenarios(
  test: typeof fixtures,
  table: readonly (
    | Scenario
    | {
        readonly title: string;
        readonly of: (context: { server: TestServer }) => Promise<Omit<Scenario, 'title'>>;
      }
  )[],
): void {
  for (const entry of table) {
    test(entry.title, async ({ server }) => {
      const scenario = 'of' in entry ? { title: entry.title, ...(await entry.of({ server })) } : entry;
      const before = await countRows(server);
      const answer = await send(server, scenario);
      expect(answer, answer.text).toMatchObject({ status: scenario.status });
      if (scenario.body_has) expect(answer.body).toMatchObject(scenario.body_has);
      const whole = answer.text + JSON.stringify([...answer.headers]);
      for (const text of scenario.lacks ?? []) expect(whole).not.toContain(text);
      await scenario.after?.(answer);
      expect(changes(before, await countRows(server))).toEqual(scenario.rows ?? {});
    });
  }
}

function changes(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  const differences = counted.map((table) => [table, after[table]! - before[table]!] as const);
  return Object.fromEntries(differences.filter(([, difference]) => difference !== 0));
}

/** Uses a refresh token without the official client. */
export const refresh = (server: TestServer, refresh_token: string): Promise<Answer> =>
  send(server, { path: '/token?grant_type=refresh_token', body: { refresh_token } });

/** Makes a refresh token look as if it had been revoked `seconds` ago. */
export const age = (server: TestServer, token: string, seconds: number) =>
  server.sql(
    `update auth.refresh_tokens set updated_at = now() - make_interval(secs => $2) where token = $1`,
    [token, seconds],
  );

/** Returns the number of passwords the server has hashed or compared. */
export async function passwordHashes({ url, secretKey }: TestServer): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { apikey: secretKey } });
  return Number(/^solostead_password_hashes_total (\d+)$/m.exec(await response.text())![1]);
}

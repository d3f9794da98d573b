import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PostgrestClient } from '@supabase/postgrest-js';
import { sharedServer, startServer, type TestServer } from '@solostead/server-testkit/servers/server';

/** A server with the schema of fixture.sql, and ways to speak to it. */
export interface Lab extends TestServer {
  /** The official client, as a visitor, in the schema `lab`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the client's own word for tables it has no types of
  client(token?: string): PostgrestClient<any, { PostgrestVersion: '14' }, 'lab'>;
  /** Sends a raw request in the schema `lab`. A JSON body is parsed. */
  ask(path: string, request?: Ask): Promise<Reply>;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is when text or bytes, else as JSON. */
  readonly body?: unknown;
  readonly token?: string;
  readonly schema?: string | null;
}

/** Members that tests read by name. They compare the rest whole. */
type Answered = { readonly code?: string; readonly message?: string; readonly details?: unknown };

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Rows, a value, or an error with its code. */
  readonly body: Answered;
}

const schema = readFileSync(join(import.meta.dirname, 'fixture.sql'), 'utf8');

/** The lab that tests of one worker share. Each file finds its rows as in fixture.sql. */
export const startLab = async (): Promise<Lab> => speakTo(await sharedServer({ schema }));

/** A separate lab for tests that change its schema. */
export async function startOwnLab(env: Readonly<Record<string, string>> = {}): Promise<Lab> {
  const server = await startServer({ env });
  await server.sql(schema);
  return speakTo(server);
}

async function speakTo(server: TestServer): Promise<Lab> {
  const lab: Lab = {
    ...server,
    client: (token) =>
      new PostgrestClient(`${server.url}/rest/v1`, {
        schema: 'lab',
        headers: { apikey: server.publishableKey, ...bearer(token) },
        retry: false,
      }) as never,
    ask: (path, request = {}) => ask(server, path, request),
  };
  await untilKnown(lab, 'clients');
  return lab;
}

/** Waits for a new relation, because a reload arrives a moment after its notification. */
export async function untilKnown(lab: Lab, relation: string): Promise<void> {
  while ((await lab.ask(`/${relation}?limit=1`)).status !== 200);
}

const bearer = (token?: string): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};

async function ask(server: TestServer, path: string, request: Ask): Promise<Reply> {
  const { method = request.body === undefined ? 'GET' : 'POST', body, schema = 'lab' } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${server.url}/rest/v1${path}`, {
    method,
    headers: {
      apikey: server.publishableKey,
      ...(schema ? { [isRead ? 'accept-profile' : 'content-profile']: schema } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...bearer(request.token),
      ...request.headers,
    },
    body: body === undefined ? null : isRaw ? (body as string) : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : (text as never),
  };
}

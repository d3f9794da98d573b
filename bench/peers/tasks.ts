import { sampleApplication } from '../../tests/harness/applicant.ts';
import { applicationHead } from '../support/applications.ts';
import { type HttpClient, type HttpReply, requestHead } from '../support/http-client.ts';
import type { Started } from './contestant.ts';
import { member, type Session, signIn } from './people.ts';

export interface Task {
  readonly name: string;
  readonly clients: number;
  readonly expected: number;
  /** Returns a function that sends one request over a client's connection. It is called repeatedly. */
  begin(server: Started): Promise<(connection: HttpClient, client: number) => Promise<HttpReply>>;
}

const json = { 'content-type': 'application/json' };

const insert = (clients: number): Task => ({
  name: `INSERT, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
  clients,
  expected: 201,
  begin: async (server) => {
    const head = applicationHead(server);
    return (connection) => connection.send(head, JSON.stringify(sampleApplication()));
  },
});

/** Reads as a signed-in member, whom a policy lets see the rows. */
const read = (name: string, query: string): Task => ({
  name,
  clients: 8,
  expected: 200,
  begin: async (server) => {
    const { access_token: token } = await signIn(server);
    const headers = { apikey: server.publishableKey, authorization: `Bearer ${token}` };
    const url = `${server.url}/rest/v1/applications?${query}&limit=${PAGE}`;
    const rows = (await (await fetch(url, { headers })).json()) as unknown[];
    if (rows.length !== PAGE) throw new Error(`${rows.length} rows instead of ${PAGE}`);
    const head = requestHead('GET', url, headers);
    return (connection) => connection.send(head);
  },
});

const PAGE = 25;
const COLUMNS = 'select=id,created_at,name,email,sectors';

const signIns: Task = {
  name: 'sign-in by password, 4 clients',
  clients: 4,
  expected: 200,
  begin: async ({ url, publishableKey }) => {
    const head = requestHead('POST', `${url}/auth/v1/token?grant_type=password`, {
      apikey: publishableKey,
      ...json,
    });
    return (connection) => connection.send(head, JSON.stringify(member));
  },
};

/** Each client has a separate session and continues with the last answer's token. */
const refreshes: Task = {
  name: 'refresh, 8 clients',
  clients: 8,
  expected: 200,
  begin: async (server) => {
    const head = requestHead('POST', `${server.url}/auth/v1/token?grant_type=refresh_token`, {
      apikey: server.publishableKey,
      ...json,
    });
    const sessions: Session[] = [];
    for (let client = 0; client < 8; client += 1) sessions.push(await signIn(server));
    return async (connection, client) => {
      const { refresh_token: token } = sessions[client]!;
      const reply = await connection.send(head, JSON.stringify({ refresh_token: token }));
      if (reply.status === 200) sessions[client] = JSON.parse(reply.body.toString()) as Session;
      return reply;
    };
  },
};

/** Reads run first, while all tables have the same rows. */
export const tasks: readonly Task[] = [
  read('first page, 8 clients', `${COLUMNS}&order=created_at.desc,id`),
  read('search (ilike), 8 clients', `${COLUMNS}&name=ilike.*zenith*&order=created_at.desc,id`),
  signIns,
  refreshes,
  insert(1),
  insert(32),
  insert(128),
];

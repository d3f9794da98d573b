import { PostgrestClient, type PostgrestSingleResponse } from '@supabase/postgrest-js';
import { FunctionsClient } from '@supabase/functions-js';
import type { ApplicationRow } from '@solostead/contract/application';
import { forEachQuestion } from '@solostead/contract/questions';
import { eventually } from '@solostead/server-testkit/servers/processes';
import type { TestServer } from './servers/server.ts';

let count = 0;

/** A valid application that no other test has sent, with `given` put over it. */
export function sampleApplication(changes: Partial<ApplicationRow> = {}): ApplicationRow {
  count += 1;
  const unique = `sample-${process.pid}-${Date.now().toString(36)}-${count}`;
  return {
    name: 'Sample Builder',
    email: `${unique}@example.org`,
    linkedin: `https://www.linkedin.com/in/${unique}`,
    sectors: 'Logistics',
    ...forEachQuestion(true),
    ...changes,
  };
}

/** A client of the data API with the publishable key, and with an access token unless an anonymous user calls. */
export const dataClient = (server: Pick<TestServer, 'url' | 'publishableKey'>, token?: string) =>
  new PostgrestClient(`${server.url}/rest/v1`, {
    headers: { apikey: server.publishableKey, ...(token && { Authorization: `Bearer ${token}` }) },
  });

/** The page's calls with the official clients, the publishable key and no token. */
export function visitor(server: Pick<TestServer, 'url' | 'publishableKey'>) {
  const headers = { apikey: server.publishableKey };
  const rest = dataClient(server);
  const functions = new FunctionsClient(`${server.url}/functions/v1`, { headers });
  return {
    rest,
    functions,
    apply: async (row: object): Promise<PostgrestSingleResponse<null>> =>
      rest.from('applications').insert(row),
    askForMail: (email: string) =>
      functions.invoke('send-confirmation-email', { body: { name: 'Anybody', email } }),
    confirm: async (id: string) => rest.rpc('confirm_email', { application_id: id }),
  };
}

/** Applies with a new sample and returns it. */
export async function applied(
  server: Pick<TestServer, 'url' | 'publishableKey'>,
  changes: Partial<ApplicationRow> = {},
): Promise<ApplicationRow> {
  const row = sampleApplication(changes);
  const { error } = await visitor(server).apply(row);
  if (error) throw error;
  return row;
}

/** The addresses of this many new applications. */
export async function manyApplied(server: Pick<TestServer, 'url' | 'publishableKey'>, count: number) {
  const emails: string[] = [];
  while (emails.length < count) emails.push((await applied(server)).email);
  return emails;
}

/** Resolves when every question for a mail that was acknowledged has been looked into and no mail is due or on its way. */
export async function mailsSettled(server: Pick<TestServer, 'sql'>): Promise<void> {
  await eventually(async () => {
    const waiting = await server.sql`select 1 from private.requested_mails
       union all select 1 from private.messages
        where state = 'sending' or (state = 'due' and due_at <= now())`;
    return waiting.length === 0;
  });
}

/** The secret that a confirmation mail's link carries. */
export function linkedId(text: string | undefined): string {
  const secret = /\/confirm-email\?application_id=([\w-]{43})/.exec(text ?? '')?.[1];
  if (!secret) throw new Error('The mail holds no confirmation link.');
  return secret;
}

/** Lets the minute between two mails of one application pass. */
export const passMinute = (server: Pick<TestServer, 'sql'>) =>
  server.sql`update private.messages
    set claimed_at = claimed_at - interval '1 minute', created_at = created_at - interval '1 minute'`;

/** Lets the wait of an application's mails be over. */
export async function sendNow(server: Pick<TestServer, 'sql'>, id: string): Promise<void> {
  await server.sql`update private.messages set due_at = now() where application_id = ${id}`;
  await server.sql('notify mails');
}

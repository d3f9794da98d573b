import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import type { Email } from 'postal-mime';
import type { ApplicationRow } from '@solostead/contract/application';
import { applied, linkedId, visitor } from './applicant.ts';
import { eventually } from '@solostead/server-testkit/servers/processes';
import type { TestServer } from './servers/server.ts';

/** An answer of the page's procedures (supabase/migrations/*_applicant_page.sql and *_my_application.sql). */
export interface PageAnswer {
  readonly outcome: string;
  readonly field?: string;
  readonly application?: {
    readonly name: string;
    readonly linkedin: string | null;
    readonly sectors: string;
    readonly status: string;
    readonly since: string;
    readonly answer_by: string | null;
    readonly questions: readonly { readonly wording: string; readonly answer: boolean }[];
    readonly evidence: {
      readonly link: string;
      readonly repository: string | null;
      readonly words: string;
    } | null;
    readonly undo: { readonly kind: string; readonly seconds: number; readonly until: string } | null;
    readonly apply_again: { readonly from: string; readonly is_open: boolean } | null;
  };
}

/** Returns the secrets of the links in a text, in order. */
export const secretsIn = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/\/my-application\?key=([\w-]+)/g)].map(([, secret]) => secret!);

/** Mails to an address, the oldest first. */
export const mailsTo = async (server: TestServer, email: string) =>
  (await server.mails()).filter(({ to }) => to?.[0]?.address === email);

/** The latest mail to an address with this subject, once there are `count` of them. */
export async function mailOf(server: TestServer, email: string, subject: string, count = 1): Promise<Email> {
  const found = async () => (await mailsTo(server, email)).filter((mail) => mail.subject === subject);
  await eventually(async () => (await found()).length >= count);
  return (await found()).at(-1)!;
}

/** Someone who applied and confirmed, with the link of the first mail. */
export async function confirmedApplicant(server: TestServer, changes: Partial<ApplicationRow> = {}) {
  const row = await applied(server, changes);
  const page = visitor(server);
  await page.askForMail(row.email);
  await page.confirm(
    linkedId((await mailOf(server, row.email, 'Confirm your application to Solostead')).text),
  );
  const [secret = ''] = secretsIn((await mailOf(server, row.email, 'Your email is confirmed')).text);
  const id = await server.value<string>`select id from public.applications where email = ${row.email}`;
  return { row, id, secret };
}

/** The same without the mails, for tests of what happens on the page. */
export async function linkedApplicant(server: TestServer, changes: Partial<ApplicationRow> = {}) {
  const row = await applied(server, changes);
  const found = await server.row<{ id: string; secret: string }>`
    update public.applications set email_confirmed_at = now() where email = ${row.email}
     returning id, private.make_link(id, gen_random_uuid()) as secret`;
  return { row, ...found };
}

/** Calls a procedure of the page as anon. */
export async function callPage(
  server: TestServer,
  procedure: string,
  secret: string,
  parameters: object = {},
): Promise<PageAnswer> {
  const answered: PostgrestSingleResponse<PageAnswer> = await visitor(server).rest.rpc(
    procedure ? `my_application_${procedure}` : 'my_application',
    { link_secret: secret, ...parameters },
  );
  if (answered.error) throw new Error(`${answered.status} ${answered.error.message}`);
  return answered.data;
}

import type { TestSmtp } from '../../../server/tests/harness/mail/smtp.ts';
import { mailsSettled, sendNow } from '../../harness/applicant.ts';
import { makeApplication, type Member } from '../../harness/member.ts';
import type { TestServer } from '../../harness/servers/server.ts';

/** Applications whose mails a test sends and reads. */
export function openDesk(smtp: TestSmtp, server: TestServer, reviewer: Member) {
  const make = (handle: string, columns = {}) => makeApplication(server, handle, columns);
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to?.[0]?.address === email);
  /** Has what waits tried now. */
  const hasten = (id: string) => sendNow(server, id);
  /** The same, and resolves when it has been tried. */
  async function deliver(id: string): Promise<void> {
    await hasten(id);
    await mailsSettled(server);
  }
  /** Moves an application with a mail, which waits for its half minute. */
  async function moveWithMail(id: string, to: string) {
    const version = await server.value<number>`
      select version::integer from public.applications where id = ${id}`;
    const mail = { subject: 'About you', body: 'Hello {{name}}' };
    const move = { application_id: id, seen_version: version, to_status: to, mail };
    return reviewer.call<{ batch_id: string }>('review_move', move);
  }
  /** The same, and delivers the mail. */
  async function deliverMove(id: string, to: string): Promise<void> {
    await moveWithMail(id, to);
    await deliver(id);
  }
  /** Queues a confirmation mail, as the application's form asks for it. */
  const queueConfirmation = (id: string) =>
    server.sql`insert into private.mails (application_id, kind) values (${id}, 'confirmation')`;
  const statesOf = async (id: string) =>
    (
      await server.sql<{ kind: string; state: string; attempts: number }>`
        select kind, state, attempts from private.mails
        where application_id = ${id} and kind <> 'lab' order by created_at`
    ).map(({ kind, state, attempts }) => `${kind} ${state} after ${attempts}`);
  const applicationOf = (id: string) => server.row`select * from public.applications where id = ${id}`;
  const isMarked = async (id: string) => (await applicationOf(id))['email_bounced_at'] !== null;
  const kindsOf = (id: string) =>
    server.column<string>`select kind from public.application_events where application_id = ${id}
      order by id`;
  return {
    make,
    queueConfirmation,
    deliver,
    deliverMove,
    moveWithMail,
    mailsTo,
    isMarked,
    statesOf,
    kindsOf,
    hasten,
    applicationOf,
  };
}

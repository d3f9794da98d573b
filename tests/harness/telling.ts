import type { TestServer } from './servers/server.ts';
import { makeApplication, type Member } from './member.ts';
import type { Moved, Row } from './review-answers.ts';

export const confirmed = { email_confirmed_at: new Date() };
export const template = { template: true };

/** A lab that mails its decisions to applicants. */
export class Telling {
  readonly server: TestServer;
  readonly owner: Member;
  readonly reviewer: Member;
  readonly reader: Member;

  constructor(server: TestServer, [owner, reviewer, reader]: readonly [Member, Member, Member]) {
    this.server = server;
    this.owner = owner;
    this.reviewer = reviewer;
    this.reader = reader;
  }

  /** An application that is in review. */
  inReview(handle: string, columns: object = confirmed): Promise<string> {
    return makeApplication(this.server, handle, { status: 'in_review', ...columns });
  }

  async rowOf(id: string): Promise<Row> {
    return (await this.reader.open(id)).row;
  }

  async move(id: string, to_status: string, mail: object | null = null): Promise<Moved> {
    const { version } = await this.rowOf(id);
    return this.reviewer.move(id, to_status, { seen_version: version, mail });
  }

  mailsOf(id: string) {
    return this.server.sql<{ id: string; state: string; subject: string; seconds: number; about: string }>`
      select id, state, subject, about, extract(epoch from due_at - created_at)::integer as seconds
         from private.messages where application_id = ${id} order by created_at, state::text`;
  }

  /** The mails' states with what they are about, sorted. */
  async statesOf(id: string): Promise<string[]> {
    return (await this.mailsOf(id)).map(({ state, about }) => `${about} ${state}`).toSorted();
  }

  /** Returns applicants who still need to hear from the lab, by the list's filter. */
  async toNotify(filter: object = {}): Promise<string[]> {
    const parameters = { filter: { promise: 'to_notify', ...filter } };
    return (await this.reader.call<{ rows: Row[] }>('review_list', parameters)).rows.map(({ id }) => id);
  }

  /** Has the mail that waits leave or fail, as the mailer notes it. */
  async leave(id: string, failure: string | null = null): Promise<void> {
    await this.finish(await this.claim(id), { failure });
  }

  /** Has a mailer begin its last try of the mail that waits. Returns the mail's id. */
  claim(id: string): Promise<string> {
    return this.server.value<string>`
      update private.messages set state = 'sending', claimed_at = now(), attempts = 4
        where application_id = ${id} and state = 'due' returning id`;
  }

  async finish(id: string, outcome: object): Promise<void> {
    await this.server.sql`
      select private.finish_message(jsonb_build_object('attempt', claims) || ${JSON.stringify({ ...outcome, id })}::jsonb)
        from private.messages where id = ${id}`;
  }
}

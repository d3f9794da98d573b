import type pg from 'pg';
import { statusFacts } from '@solostead/contract/statuses';
import type { Applicant, Mail } from './status-model.ts';
import { PromiseActs } from './promise-acts.ts';
import type { Requests } from './status-requests.ts';

/** Simulates the mailer, and reviewers who handle mails, in the database and in the model. */
export class StatusMailer {
  readonly #client: pg.Client;
  readonly #requests: Requests;
  readonly #promise: PromiseActs;

  constructor(client: pg.Client, requests: Requests) {
    this.#client = client;
    this.#requests = requests;
    this.#promise = new PromiseActs(client, requests);
  }

  /** The server's own mailer leaves the queue alone. */
  async holdOff(): Promise<void> {
    await this.#client.query(`update private.channels set slow_until = now() + interval '1 day'`);
  }

  /** Gives new mails of the model the ids that they have in the database. */
  async link(): Promise<void> {
    const { ids, world } = this.#requests;
    const known = new Set(world.applicants.flatMap(({ mails }) => mails.map(({ id }) => id)));
    const { rows } = await this.#client.query<{ id: string; application_id: string; period: number }>(
      `select id, application_id, period from private.messages where kind = 'review'`,
    );
    for (const { id, application_id, period } of rows.filter((row) => !known.has(row.id))) {
      const { mails } = world.applicants[ids.indexOf(application_id)]!;
      const mail = mails.find((one) => one.id === null && one.period === period);
      if (mail) mail.id = id;
    }
  }

  /** Does one thing, and @returns what. */
  async act(): Promise<string> {
    const { random } = this.#requests;
    if (random() < 0.5) return this.#promise.act();
    const { claim, finish, die, bounce, stop, mailNow, retry } = this;
    const acts = [claim, claim, claim, finish, finish, finish, finish, die, bounce, stop, mailNow, retry];
    return acts[Math.floor(random() * acts.length)]!.call(this);
  }

  /** The morning comes, so that all that waits is due. */
  private async claim(): Promise<string> {
    const isDue = ({ mails }: Applicant) => mails.some(({ state, edit }) => state === 'due' && !edit);
    // A row that a schedule of the server has locked is left to the next claim.
    for (let time = 0; this.#requests.world.applicants.some(isDue); time += 1) {
      if (time === 100) throw new Error('A mail whose period is current is due and never claimed.');
      await this.#client.query('begin');
      await this.#client.query(
        `update private.messages set due_at = now() - interval '1 second' where state = 'due' and edit_key is null;
         update private.messages set claimed_at = now() where state = 'sending'`,
      );
      await this.#claimDue();
      await this.#client.query(
        `update private.messages set due_at = now() + interval '1 day' where state = 'due' and edit_key is null`,
      );
      await this.#client.query('commit');
    }
    return 'the morning comes';
  }

  /** Claims due mails, sends those of other kinds, and reports the known ones to the model. */
  async #claimDue(): Promise<void> {
    await this.#client.query('begin');
    await this.#client.query('update private.channels set slow_until = null');
    const { rows } = await this.#client.query<{ messages: { id: string; kind: string }[] }>(
      `select private.claim_messages('mail', 100) -> 'messages' as messages`,
    );
    await this.holdOff();
    await this.#client.query('commit');
    const claimed = new Set<string>();
    for (const { id, kind } of rows[0]!.messages) {
      if (kind === 'review') claimed.add(id);
      else await this.#finish({ id });
    }
    for (const { mails } of this.#requests.world.applicants)
      for (const mail of mails)
        if (mail.state === 'due' && claimed.has(mail.id!))
          Object.assign(mail, { state: 'sending', edit: null });
  }

  /** Reports the outcome of the latest claim. */
  async #finish(
    outcome: { id: string | null; [fact: string]: unknown },
    by = 'finish_message',
  ): Promise<void> {
    await this.#client.query(
      `select private.${by}($1::jsonb || jsonb_build_object('attempt', claims)) from private.messages where id = $2`,
      [outcome, outcome.id],
    );
  }

  #some(
    state: Mail['state'],
  ): { readonly applicant: Applicant; readonly place: number; readonly mail: Mail } | null {
    const all = this.#requests.world.applicants.flatMap((applicant, place) =>
      applicant.mailsWhere(state).map((mail) => ({ applicant, place, mail })),
    );
    return all.length === 0 ? null : this.#requests.pick(all);
  }

  /** The mail server takes a mail, refuses it for now or for good, or refuses its address. */
  private async finish(): Promise<string> {
    const found = this.#some('sending');
    if (!found) return 'nothing is being sent';
    const { applicant, place, mail } = found;
    const outcome = this.#requests.pick(['sent', 'sent', 'later', 'slowed', 'failed', 'no such address']);
    await this.#client.query('update private.messages set attempts = $2 where id = $1', [
      mail.id,
      outcome === 'failed' ? 4 : 1,
    ]);
    if (outcome === 'no such address') {
      const email = `random-${place}@builders.example`;
      const refusal = { id: mail.id, failure: '550', server_up: true, refused: { email, reason: 'unknown' } };
      await this.#finish(refusal, 'record_refused_mail');
    } else if (outcome === 'slowed') {
      await this.#finish({ id: mail.id, failure: 'Too fast.', slow: true });
      await this.holdOff();
    } else {
      await this.#finish({ id: mail.id, failure: outcome === 'sent' ? null : outcome });
    }
    applicant.become(
      mail,
      outcome === 'sent' || outcome === 'failed' ? outcome : 'due',
      this.#requests.world.undone,
    );
    if (outcome === 'no such address') {
      if (mail.state === 'due') applicant.become(mail, 'held');
      applicant.setBounced(true, mail);
    }
    return `a mail to ${place}: ${outcome}`;
  }

  /** A sender dies, and its mail is claimed again where its period is current. */
  private async die(): Promise<string> {
    const found = this.#some('sending');
    if (!found) return 'nothing is being sent';
    await this.#client.query(
      `update private.messages set claimed_at = now() - interval '3 minutes', due_at = now(), attempts = 1
        where id = $1`,
      [found.mail.id],
    );
    await this.#claimDue();
    found.applicant.become(found.mail, 'sending', this.#requests.world.undone);
    return `the sender of a mail to ${found.place} dies`;
  }

  private async bounce(): Promise<string> {
    const { random, world, ids } = this.#requests;
    const place = Math.floor(random() * ids.length);
    const isBounced = random() < 0.3;
    await this.#requests.answer('review_bounce_set', { application_id: ids[place], bounced: isBounced });
    world.applicants[place]!.setBounced(isBounced);
    return `${place} ${isBounced ? 'bounces' : 'bounces no more'}`;
  }

  private async stop(): Promise<string> {
    const { random, world, ids } = this.#requests;
    const place = Math.floor(random() * ids.length);
    await this.#requests.answer('review_mail_stop', { application_id: ids[place] });
    world.applicants[place]!.stopMails();
    return `mails to ${place} are stopped`;
  }

  private async mailNow(): Promise<string> {
    const { random, world, ids } = this.#requests;
    const place = Math.floor(random() * ids.length);
    const applicant = world.applicants[place]!;
    const mail = { subject: 'Later', body: 'Words' };
    const answer = await this.#requests.answer('review_mail_send', { application_id: ids[place], mail });
    const isPossible = applicant.promise === 'to_notify' && !applicant.isBounced && !applicant.mailUnderWay;
    if ((answer !== null) !== isPossible) throw new Error(`${place} is mailed: ${answer !== null}`);
    if (isPossible) applicant.queue(null);
    return `${place} is mailed now`;
  }

  private async retry(): Promise<string> {
    const found = this.#some('failed');
    if (!found) return 'no mail has failed';
    const { applicant, place, mail } = found;
    const answer = await this.#requests.answer('review_mail_retry', { mail_id: mail.id });
    const isPossible =
      mail.retries < 3 &&
      mail.period === applicant.current &&
      (!statusFacts[applicant.status].isAnswer || (!applicant.isNotified && !applicant.mailUnderWay));
    if ((answer !== null) !== isPossible)
      throw new Error(`a mail to ${place} is tried again: ${answer !== null}`);
    if (isPossible) {
      mail.retries += 1;
      applicant.become(mail, 'due');
    }
    return `a mail to ${place} is tried again`;
  }
}

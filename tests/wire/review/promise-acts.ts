import { expect } from 'vitest';
import type pg from 'pg';
import { callPage } from '../../harness/applicant-page.ts';
import type { Applicant, Mail } from './status-model.ts';
import { expectAgreement } from './promise-places.ts';
import { confirmedPlaces, type Requests } from './status-requests.ts';

/** Edits, records, erasures and days that pass, in the database and in the model. */
export class PromiseActs {
  readonly #client: pg.Client;
  readonly #requests: Requests;

  constructor(client: pg.Client, requests: Requests) {
    this.#client = client;
    this.#requests = requests;
  }

  async act(): Promise<string> {
    const { edit, endEdit, loseEdit, record, takeBack, erase, applyAgain, passDays } = this;
    const often = [edit, endEdit, record, applyAgain];
    const acts = [...often, ...often, edit, loseEdit, takeBack, erase, passDays];
    return this.#requests.pick(acts).call(this);
  }

  #one(): { readonly applicant: Applicant; readonly place: number; readonly id: string } {
    const { random, ids, world } = this.#requests;
    const place = Math.floor(random() * ids.length);
    return { applicant: world.applicants[place]!, place, id: ids[place]! };
  }

  #edited(): { readonly place: number; readonly mail: Mail } | undefined {
    const all = this.#requests.world.applicants.flatMap(({ mails }, place) =>
      mails.filter((mail) => mail.edit).map((mail) => ({ place, mail })),
    );
    return all.length > 0 ? this.#requests.pick(all) : undefined;
  }

  async #as(member: number, name: string, parameters: Record<string, unknown>): Promise<unknown> {
    const { data, error, status } = await this.#requests.reviewers[member]!.data.rpc(name, parameters);
    if (error && status !== 409) throw new Error(`${name}: ${error.code} ${error.message}`);
    return error ? null : data;
  }

  private async edit(): Promise<string> {
    const { applicant, place, id } = this.#one();
    const mail = applicant.mailUnderWay;
    const member = this.#requests.pick([0, 1]);
    const answer = (await this.#as(member, 'review_mail_edit', { application_id: id })) as {
      key: string;
    } | null;
    const isPossible = mail?.state === 'due' && (!mail.edit || mail.edit.member === member);
    expect(answer !== null, 'is edited').toBe(isPossible);
    if (isPossible) mail.edit = { key: answer!.key, member };
    return `the mail to ${place} is edited by ${member}`;
  }

  private async endEdit(): Promise<string> {
    const found = this.#edited();
    if (!found) return 'nothing is edited';
    const { place, mail } = found;
    const { key, member } = mail.edit!;
    const words = this.#requests.pick([null, { subject: 'Edited', body: 'Words' }]);
    const ended = { application_id: this.#requests.ids[place], key, mail: words };
    expect(await this.#as(member, 'review_mail_edit_end', ended)).toMatchObject({
      mail_due_at: expect.any(String) as string,
    });
    mail.edit = null;
    return `the edit of the mail to ${place} ${words ? 'is saved' : 'is cancelled'}`;
  }

  /** The tab of an edit is lost, and five minutes pass. */
  private async loseEdit(): Promise<string> {
    const found = this.#edited();
    if (!found) return 'nothing is edited';
    await this.#client.query(
      `update private.messages
          set due_at = due_before_edit, edit_key = null, edited_by = null, edit_expires_at = null, due_before_edit = null
        where id = $1`,
      [found.mail.id],
    );
    found.mail.edit = null;
    return `the edit of the mail to ${found.place} is lost`;
  }

  async #record(isNotified: boolean): Promise<string> {
    const { applicant, place, id } = this.#one();
    const request = { application_id: id, seen_status: applicant.status, notified: isNotified };
    const answer = await this.#requests.answer('review_notified_set', request);
    const isPossible = applicant.record(isNotified);
    if (isNotified) expect(answer !== null, 'is recorded').toBe(isPossible);
    return `${place} was notified: ${isNotified}`;
  }
  private record(): Promise<string> {
    return this.#record(true);
  }
  private takeBack(): Promise<string> {
    return this.#record(false);
  }

  async #page(place: number, procedure: string, parameters: object = {}): Promise<string> {
    const { server, ids } = this.#requests;
    const secret =
      await server.value<string>`select private.make_link(${ids[place]}, gen_random_uuid()) as secret`;
    // Five in a day are the limit.
    await this.#client.query(
      `update public.application_events set at = at - interval '2 days' where detail ->> 'action' <> 'withdrawn'`,
    );
    return (await callPage(server, procedure, secret, parameters)).outcome;
  }

  /** An applicant asks to be erased, is nowhere, and takes it back. */
  private async erase(): Promise<string> {
    const place = this.#requests.pick(confirmedPlaces);
    const applicant = this.#requests.world.applicants[place]!;
    expect(await this.#page(place, 'erase')).toBe('erasing');
    applicant.isErasing = true;
    for (const mail of applicant.mails) mail.edit = null;
    await expectAgreement(this.#client, this.#requests);
    expect(await this.#page(place, 'undo', { request: 'erase' })).toBe('undone');
    applicant.isErasing = false;
    return `${place} asks to be erased, and takes it back`;
  }

  /** An applicant returns. */
  private async applyAgain(): Promise<string> {
    const place = this.#requests.pick(confirmedPlaces);
    const outcome = await this.#page(place, 'apply_again');
    const applicant = this.#requests.world.applicants[place]!;
    if (outcome === 'applied_again' && applicant.status === 'withdrawn') applicant.applyAgain();
    return `${place} applies again: ${outcome}`;
  }

  private async passDays(): Promise<string> {
    const days = this.#requests.pick([1, 2, 4]);
    await this.#client.query(
      `update public.applications
          set email_confirmed_at = email_confirmed_at - make_interval(days => ${days}),
              waiting_since = waiting_since - make_interval(days => ${days});
       update public.application_status_periods
          set waiting_since = waiting_since - make_interval(days => ${days})`,
    );
    for (const applicant of this.#requests.world.applicants) applicant.today += days;
    return `${days} days pass`;
  }
}

import { expect } from 'vitest';
import { randomOf } from '@solostead/server-testkit/random';
import { applicationStatuses, type Status, statusFacts } from '@solostead/contract/statuses';
import { callPage } from '../../harness/applicant-page.ts';
import type { TestServer } from '../../harness/servers/server.ts';
import type { Member } from '../../harness/member.ts';
import { Applicant, type Mailed } from './status-model.ts';

/** Every third applicant has not confirmed. */
export const isConfirmed = (place: number): boolean => place % 3 !== 2;
export const confirmedPlaces = [0, 1, 3, 4];

export interface World {
  readonly applicants: readonly Applicant[];
  /** Batches with the places of their members. */
  readonly batches: Map<string, readonly number[]>;
  readonly undone: Set<string>;
}

export function copyOf({ applicants, batches, undone }: World): World {
  const copies = applicants.map((one) =>
    Object.assign(new Applicant(one.isConfirmed), structuredClone({ ...one })),
  );
  return { applicants: copies, batches: new Map(batches), undone: new Set(undone) };
}

/** A request, and how the model carries it out once its answer is known. */
export interface Request {
  readonly name: string;
  readonly send: () => Promise<unknown>;
  readonly apply: (world: World, answer: unknown) => void;
}

/** Makes random requests of reviewers and applicants. */
export class Requests {
  readonly random: () => number;
  readonly server: TestServer;
  readonly reviewers: readonly Member[];
  readonly ids: readonly string[];
  world: World;

  constructor(
    server: TestServer,
    reviewers: readonly Member[],
    people: { readonly ids: readonly string[]; readonly seed: number },
  ) {
    this.server = server;
    this.reviewers = reviewers;
    this.ids = people.ids;
    this.random = randomOf(people.seed);
    const applicants = people.ids.map((_, place) => new Applicant(isConfirmed(place)));
    this.world = { applicants, batches: new Map(), undone: new Set() };
  }

  /** Returns the next request, or null when it is the mailer's turn. */
  next(): Request | null {
    const { move, moveMany, undo, withdraw, undoWithdrawal } = this;
    const mailer = Array<null>(5).fill(null);
    const makers = [move, move, move, moveMany, undo, undo, withdraw, undoWithdrawal, ...mailer];
    return this.pick(makers)?.call(this) ?? null;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)]!;
  }
  /** A mail with a move, for single and bulk moves. A return to `submitted` has no template. */
  private mail(to: Status): { readonly mail: object | null; readonly one: Mailed; readonly many: Mailed } {
    const delay = this.pick(['soon', 'morning']);
    return this.pick([
      { mail: null, one: null, many: null },
      to === 'submitted'
        ? { mail: null, one: null, many: null }
        : { mail: { template: true, delay }, one: 'confirmed', many: 'confirmed' },
      { mail: { subject: 'About it', body: 'Words', delay }, one: 'any', many: 'confirmed' },
    ] as const);
  }

  private move(): Request {
    const at = Math.floor(this.random() * this.ids.length);
    const applicant = this.world.applicants[at]!;
    const path: Status[] = [];
    for (let length = this.pick([1, 1, 2, 3]); length > 0; length -= 1)
      path.push(this.pick(statusFacts[path.at(-1) ?? applicant.status].moves));
    const { mail, one } = this.mail(path.at(-1)!);
    const parameters = { application_id: this.ids[at], seen_version: applicant.version, mail };
    const from = applicant.status;
    const { version } = applicant;
    return {
      name: `move ${at} along ${path} with ${JSON.stringify(mail)}`,
      send: async () => (await this.answer('review_move', { ...parameters, path })) ?? 'refused',
      apply: (world, answer) => {
        const moved = world.applicants[at]!;
        const isPossible = moved.version === version && moved.status === from;
        expect(answer !== 'refused', 'is moved').toBe(isPossible);
        if (!isPossible) return;
        const { batch_id } = answer as { batch_id: string };
        path.forEach((status, step) =>
          moved.enter(status, 'move', batch_id, step === path.length - 1 ? one : null),
        );
        world.batches.set(batch_id, [at]);
      },
    };
  }

  private moveMany(): Request {
    const members = this.ids.map((_, place) => place).filter(() => this.random() < 0.6);
    const status = this.pick(applicationStatuses.filter((one) => one !== 'submitted'));
    const { mail, many } = this.mail(status);
    return {
      name: `move ${members} to ${status} with ${JSON.stringify(mail)}`,
      send: () =>
        this.answer('review_change_many', {
          ids: members.map((place) => this.ids[place]),
          change: { status },
          mail,
        }),
      apply: (world, answer) => {
        const { batch_id, changed } = answer as { batch_id: string; changed: number };
        const moved = members.filter((place) =>
          statusFacts[world.applicants[place]!.status].moves.includes(status),
        );
        expect(changed).toBe(moved.length);
        for (const place of moved) world.applicants[place]!.enter(status, 'move', batch_id, many);
        world.batches.set(batch_id, moved);
      },
    };
  }

  private undo(): Request | null {
    const open = [...this.world.batches.keys()].filter((batch) => !this.world.undone.has(batch));
    if (open.length === 0) return null;
    const batch = this.random() < 0.7 ? open.at(-1)! : this.pick(open.slice(-8));
    return {
      name: `undo ${batch}`,
      send: async () => (await this.answer('review_undo', { batch_id: batch })) ?? 'refused',
      apply: (world, answer) => {
        expect(answer === 'refused', 'was undone before').toBe(world.undone.has(batch));
        if (answer === 'refused') return;
        const members = world.batches.get(batch)!.map((place) => world.applicants[place]!);
        const back = members.filter((applicant) => applicant.undo(batch));
        const notified = back.filter(({ periods, mails }) =>
          periods.some(
            ({ n, batch: of, recorded }) =>
              of === batch &&
              (recorded !== null ||
                mails.some(
                  (mail) => mail.period === n && !mail.hasBounced && ['sending', 'sent'].includes(mail.state),
                )),
          ),
        ).length;
        const restored = back.length;
        const stopped = members.reduce((sum, applicant) => sum + applicant.stopMailsOf(batch), 0);
        world.undone.add(batch);
        expect(answer).toMatchObject({
          restored,
          skipped_changed: members.length - restored,
          mails_stopped: stopped,
          notified,
        });
      },
    };
  }

  private withdraw(): Request {
    const at = this.pick(confirmedPlaces);
    return {
      name: `withdraw ${at}`,
      send: async () => callPage(this.server, 'withdraw', await this.newSecret(at)),
      apply: ({ applicants }) => applicants[at]!.withdraw(),
    };
  }

  private undoWithdrawal(): Request {
    const at = this.pick(confirmedPlaces);
    return {
      name: `undo the withdrawal of ${at}`,
      send: async () => {
        // Five in a day are the limit.
        await this.server.sql`
          update public.application_events set at = at - interval '2 days'
           where detail ->> 'action' = 'withdrawal_undone'`;
        return callPage(this.server, 'undo', await this.newSecret(at), { request: 'withdraw' });
      },
      apply: ({ applicants }, answer) => {
        if ((answer as { outcome: string }).outcome !== 'too_late') applicants[at]!.undoWithdrawal();
      },
    };
  }

  /** Each claimed mail makes a link, and only the ten newest work. */
  private async newSecret(at: number): Promise<string> {
    return this.server.value<string>`select private.make_link(${this.ids[at]}, gen_random_uuid()) as secret`;
  }

  async answer(name: string, parameters: object): Promise<unknown> {
    const { data, error, status } = await this.pick(this.reviewers).data.rpc(
      name,
      parameters as Record<string, unknown>,
    );
    if (error && ![409, 422].includes(status))
      throw new Error(`${name}: ${status} ${error.code} ${error.message}`);
    return error ? null : data;
  }
}

import { randomUUID } from 'node:crypto';
import type { RefusalCode } from '@solostead/contract/refusals';
import { sampleApplication } from '../../harness/applicant.ts';
import { submitApplication } from '../../harness/applications.ts';
import type { TestServer } from '../../harness/fixtures.ts';
import { makeApplication, makeMember, type Member } from '../../harness/member.ts';
import type { Telling } from '../../harness/telling.ts';

/** A refused call as it came over HTTP. */
export interface Refused {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** The callers, and the applications and settings that they call about. */
export class World {
  readonly server: TestServer;
  readonly owner: Member;
  readonly reviewer: Member;
  readonly reader: Member;
  readonly lab: Telling;

  constructor(lab: Telling) {
    this.lab = lab;
    this.server = lab.server;
    this.owner = lab.owner;
    this.reviewer = lab.reviewer;
    this.reader = lab.reader;
  }

  application = (columns: object = {}): Promise<string> =>
    makeApplication(this.server, `refused-${randomUUID()}`, { ...columns });

  /** A confirmed application that is in review. */
  inReview = (): Promise<string> => this.lab.inReview(`refused-${randomUUID()}`);

  /** A member whose account a case may change. */
  newcomer = (): Promise<Member> =>
    makeMember(this.server, `refused-${randomUUID()}@lab.example`, 'reviewer');

  /** Returns the refusal of a visitor's application. */
  apply = async (
    headers: Readonly<Record<string, string>> = {},
    row = sampleApplication(),
  ): Promise<Refused | null> => {
    const answer = await submitApplication(this.server, row, headers);
    if (answer.ok) return null;
    return { status: answer.status, ...((await answer.json()) as Omit<Refused, 'status'>) };
  };

  /** Runs a case under a setting, and sets it back. */
  under = async <Result>(set: string, back: string, run: () => Promise<Result>): Promise<Result> => {
    await this.server.sql(set);
    return run().finally(() => this.server.sql(back));
  };

  /** An address of a webhook with this kind and state. */
  webhook = (kind = 'webhook', state = 'active'): Promise<string> =>
    this.server.value<string>`
      insert into private.webhooks (kind, url, events, includes_person, state)
      values (${kind}, 'https://hooks.example/', '{application.moved}', false, ${state}) returning id`;

  /** Inserts messages to a webhook that are being sent, and returns the id of the last. */
  deliveries = async (webhook: string, count: number, event: string): Promise<string> => {
    const ids = await this.server.column<string>`
      insert into private.messages (kind, webhook_id, payload, state, claimed_at)
      select 'webhook', ${webhook}, jsonb_build_object('event', ${event}::text), 'sending', now()
        from generate_series(1, ${count}) returning id as name`;
    return ids.at(-1)!;
  };
}

/** The message of a refusal, and a call that is refused with it. */
export type Case = readonly [message: string, call: (world: World) => Promise<Refused | null>];

export type Cases<Code extends RefusalCode> = Readonly<Record<Code, Case>>;

export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

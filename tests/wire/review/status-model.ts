/** A small model of statuses, their periods and decision mails, against which a random test checks the database. */

import { type Status, statusFacts } from '@solostead/contract/statuses';

export type Mailed = 'any' | 'confirmed' | null;

const isRead = (status: Status): boolean => statusFacts[status].isOpen && !statusFacts[status].isAnswer;

interface Period {
  readonly n: number;
  readonly status: Status;
  readonly cause: 'first' | 'move' | 'applicant' | 'again';
  readonly batch: string | null;
  readonly previous: number | null;
  undone: boolean;
  interviewed: boolean;
  accepted: boolean;
  /** The time at which a member recorded that they notified the applicant, by the applicant's own clock. */
  recorded: number | null;
  /** The day on which a wait began that is not the one since the confirmation. */
  readonly waitingSince: number | null;
}

export interface Mail {
  /** The id in the database, once it is known. */
  id: string | null;
  readonly period: number;
  readonly batch: string | null;
  state: 'due' | 'sending' | 'sent' | 'failed' | 'dropped' | 'held';
  reason: 'stopped' | 'overtaken' | 'undone' | 'notified' | null;
  retries: number;
  /** The times it was queued and sent, by the applicant's own clock. */
  readonly queued: number;
  sent: number;
  hasBounced: boolean;
  /** The open dialog that edits it, with its member. */
  edit: { readonly key: string; readonly member: number } | null;
}

/** One application. */
export class Applicant {
  readonly periods: Period[] = [];
  readonly mails: Mail[] = [];
  readonly isConfirmed: boolean;
  current: number | null = null;
  version = 1;
  isBounced = false;
  isErasing = false;
  /** Days since the beginning. Who is confirmed did it on day 0. */
  today = 0;
  /** The time a current withdrawal was requested, by `clock`. */
  requested: number | null = null;
  clock = 0;

  constructor(isConfirmed: boolean) {
    this.isConfirmed = isConfirmed;
  }

  get period(): Period | undefined {
    return this.periods.find(({ n }) => n === this.current);
  }
  get status(): Status {
    return this.period?.status ?? 'submitted';
  }
  /** True if the applicant was told about a period. */
  wasNotified(n: number | null): boolean {
    const isMailed = this.mails.some(
      (mail) => mail.period === n && mail.state === 'sent' && !mail.hasBounced,
    );
    return isMailed || (this.periods.find((period) => period.n === n)?.recorded ?? null) !== null;
  }
  get isNotified(): boolean {
    return this.wasNotified(this.current);
  }
  /** The state of the lab's promise to answer, null for an unconfirmed address. */
  get promise(): 'waiting' | 'answered' | 'to_notify' | 'ended' | null {
    if (!this.isConfirmed) return null;
    if (this.status === 'withdrawn' || this.isErasing) return 'ended';
    if (statusFacts[this.status].isAnswer) return this.isNotified ? 'answered' : 'to_notify';
    return this.wasAnswered ? 'answered' : 'waiting';
  }
  get wasAnswered(): boolean {
    return this.periods.some(
      ({ n, status }) => n >= this.roundBegan && statusFacts[status].isAnswer && this.wasNotified(n),
    );
  }
  /** The period in which the applicant applied last. */
  get roundBegan(): number {
    return this.periods.findLast(({ cause }) => cause === 'again')?.n ?? 1;
  }
  /** Days of the present wait. */
  get waited(): number {
    return this.today - (this.period?.waitingSince ?? 0);
  }
  get mailUnderWay(): Mail | undefined {
    return this.mailsWhere('due', 'sending', 'held').findLast(({ period }) => period === this.current);
  }
  mailsWhere(...states: readonly Mail['state'][]): Mail[] {
    return this.mails.filter(({ state }) => states.includes(state));
  }

  /** True if the applicant's page shows it as withdrawn, which prevents changes. */
  get isShownAsWithdrawn(): boolean {
    const notices = [
      ...this.mailsWhere('sent')
        .filter(({ hasBounced }) => !hasBounced)
        .map(({ period, queued, sent }) => ({ n: period, decided: queued, at: sent })),
      ...this.periods.flatMap(({ n, recorded: at }) => (at === null ? [] : [{ n, decided: at, at }])),
    ];
    const [last] = notices
      .filter(({ n }) => n >= this.roundBegan)
      .toSorted((one, other) => other.at - one.at);
    if (this.requested !== null && this.requested > (last?.decided ?? -1)) return true;
    return this.periods.find(({ n }) => n === last?.n)?.status === 'withdrawn';
  }

  withdraw(): void {
    if (this.isShownAsWithdrawn || this.isErasing) return;
    this.requested = this.clock += 1;
    if (this.period?.cause !== 'applicant') this.enter('withdrawn', 'applicant', null, null);
  }

  applyAgain(): void {
    this.enter('submitted', 'again', null, null);
    this.requested = null;
  }

  undoWithdrawal(): void {
    if (this.requested !== null) this.undo(null);
    this.requested = null;
  }

  /** Begins a period and stops the mails that wait about the one before. */
  enter(status: Status, cause: 'move' | 'applicant' | 'again', batch: string | null, mailed: Mailed): void {
    if (this.current === null) {
      const first = { n: 1, status: this.status, cause: 'first', batch: null, previous: null } as const;
      this.periods.push({
        ...first,
        undone: false,
        interviewed: false,
        accepted: false,
        recorded: null,
        waitingSince: null,
      });
    }
    const before = this.period ?? this.periods[0]!;
    if (status !== before.status) this.version += 1;
    this.periods.push({
      n: this.periods.length + 1,
      status,
      cause,
      batch,
      previous: before.n,
      undone: false,
      interviewed:
        (cause !== 'again' && before.interviewed) || status === 'interview' || status === 'accepted',
      accepted: (cause !== 'again' && before.accepted) || status === 'accepted',
      recorded: null,
      waitingSince:
        cause === 'again' || (isRead(status) && !isRead(before.status)) ? this.today : before.waitingSince,
    });
    this.current = this.periods.length;
    for (const mail of this.mailsWhere('due', 'held')) drop(mail, 'overtaken');
    const isReached = !this.isBounced && (mailed === 'any' || (mailed === 'confirmed' && this.isConfirmed));
    if (isReached || mailed === 'any') this.queue(batch);
  }

  queue(batch: string | null): void {
    const state = this.isBounced ? 'held' : 'due';
    const queued = (this.clock += 1);
    this.mails.push({
      id: null,
      period: this.current!,
      batch,
      state,
      reason: null,
      retries: 0,
      queued,
      sent: 0,
      hasBounced: false,
      edit: null,
    });
  }

  /**
   * Returns to the period before the batch, null for the applicant's own withdrawal, if it is current. Returns true
   * if it did.
   */
  undo(batch: string | null): boolean {
    const left = this.period;
    if (!left || (batch === null ? left.cause !== 'applicant' : left.batch !== batch)) return false;
    const undone = batch === null ? [left] : this.periods.filter((one) => one.batch === batch);
    for (const period of undone) period.undone = true;
    this.current = undone[0]!.previous;
    if (this.status !== left.status) this.version += 1;
    const own = this.mails.filter(({ period }) => period === this.current);
    for (const mail of own.filter(({ reason }) => reason === 'overtaken')) this.become(mail, 'due');
    return true;
  }

  /** Gives a mail a state, as far as its period and the address allow it. */
  become(mail: Mail, wanted: Mail['state'], undoneBatches: ReadonlySet<string> = new Set()): void {
    const { current, period } = this;
    mail.reason = null;
    const isUndone = mail.batch !== null && undoneBatches.has(mail.batch);
    const past = isUndone ? 'undone' : 'overtaken';
    const obstacle = mail.period === current ? period!.recorded !== null && 'notified' : past;
    if (obstacle && ['due', 'sending', 'held'].includes(wanted)) return drop(mail, obstacle);
    mail.state = wanted === 'due' && this.isBounced ? 'held' : wanted;
    if (mail.state !== 'due') mail.edit = null;
    if (wanted === 'sent') {
      mail.sent = this.clock += 1;
      mail.hasBounced = this.isBounced;
    }
  }

  /** Drops the mails of an undone batch, and those about its periods. @returns how many waited. */
  stopMailsOf(batch: string): number {
    for (const mail of this.mails)
      if (mail.batch === batch && mail.reason === 'overtaken') mail.reason = 'undone';
    const waiting = this.mailsWhere('due', 'held').filter(({ period }) => period !== this.current);
    for (const mail of waiting) drop(mail, 'undone');
    return waiting.length;
  }

  stopMails(): number {
    const waiting = this.mailsWhere('due', 'held');
    for (const mail of waiting) {
      this.become(mail, 'dropped');
      mail.reason = 'stopped';
    }
    return waiting.length;
  }

  /** A member notified the applicant in another way, or takes that back. Returns true if it changed something. */
  record(isNotified: boolean): boolean {
    const period = this.period;
    if (isNotified ? this.promise !== 'to_notify' : !period || period.recorded === null) return false;
    period!.recorded = isNotified ? (this.clock += 1) : null;
    if (isNotified) for (const mail of this.mailsWhere('due', 'held')) drop(mail, 'notified');
    else
      for (const mail of this.mailsWhere('dropped'))
        if (mail.reason === 'notified' && mail.period === this.current) this.become(mail, 'due');
    return true;
  }

  /** Marks the address, of which the mail server refused a mail or a returned mail was reported, or takes the mark off. */
  setBounced(isBounced: boolean, refused?: Mail): void {
    if (this.isBounced === isBounced) return;
    this.isBounced = isBounced;
    const [last] = this.mailsWhere('sent').toSorted((one, other) => other.sent - one.sent);
    if (isBounced && last && !refused) last.hasBounced = true;
    for (const mail of this.mailsWhere(isBounced ? 'due' : 'held'))
      this.become(mail, isBounced ? 'held' : 'due');
  }
}

function drop(mail: Mail, reason: Mail['reason']): void {
  mail.state = 'dropped';
  mail.edit = null;
  mail.reason = reason;
}

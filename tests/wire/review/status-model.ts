/** A small model of statuses, their periods and decision mails, against which a random test checks the database. */

export type Status = 'submitted' | 'in_review' | 'interview' | 'accepted' | 'declined' | 'withdrawn';
export type Mailed = 'any' | 'confirmed' | null;

const arrows: Readonly<Record<Status, readonly Status[]>> = {
  submitted: ['in_review', 'declined', 'withdrawn'],
  in_review: ['interview', 'declined', 'withdrawn', 'submitted'],
  interview: ['accepted', 'declined', 'withdrawn', 'in_review'],
  accepted: ['interview', 'withdrawn'],
  declined: ['in_review'],
  withdrawn: ['in_review'],
};
export const statuses = Object.keys(arrows) as Status[];
export const arrowsFrom = (status: Status): readonly Status[] => arrows[status];
export const isDecision = (status: Status): boolean => ['interview', 'accepted', 'declined'].includes(status);

interface Period {
  readonly n: number;
  readonly status: Status;
  readonly cause: 'first' | 'move' | 'applicant';
  readonly batch: string | null;
  readonly previous: number | null;
  undone: boolean;
  interviewed: boolean;
  accepted: boolean;
}

export interface Mail {
  /** The id in the database, once it is known. */
  id: string | null;
  readonly period: number;
  readonly batch: string | null;
  state: 'due' | 'sending' | 'sent' | 'failed' | 'dropped' | 'held';
  reason: 'stopped' | 'overtaken' | 'undone' | null;
  retries: number;
  /** The times it was queued and sent, by the applicant's own clock. */
  readonly queued: number;
  sent: number;
  hasBounced: boolean;
}

/** One application. */
export class Applicant {
  readonly periods: Period[] = [];
  readonly mails: Mail[] = [];
  readonly isConfirmed: boolean;
  current: number | null = null;
  version = 1;
  isBounced = false;
  /** The time a current withdrawal was requested, by `clock`. */
  asked: number | null = null;
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
  wasTold(n: number | null): boolean {
    return this.mails.some((mail) => mail.period === n && mail.state === 'sent' && !mail.hasBounced);
  }
  get isTold(): boolean {
    return this.wasTold(this.current);
  }
  /** The state of the lab's promise to answer, null for an unconfirmed address. */
  get promise(): 'waiting' | 'answered' | 'to_notify' | 'ended' | null {
    if (!this.isConfirmed) return null;
    if (this.status === 'withdrawn') return 'ended';
    if (isDecision(this.status)) return this.isTold ? 'answered' : 'to_notify';
    const wasAnswered = this.periods.some(({ n, status }) => isDecision(status) && this.wasTold(n));
    return wasAnswered ? 'answered' : 'waiting';
  }
  get hasMailUnderWay(): boolean {
    return this.mailsWhere('due', 'sending', 'held').some(({ period }) => period === this.current);
  }
  mailsWhere(...states: readonly Mail['state'][]): Mail[] {
    return this.mails.filter(({ state }) => states.includes(state));
  }

  /** True if the applicant's page shows it as withdrawn, which prevents changes. */
  get isClosed(): boolean {
    const arrived = this.mailsWhere('sent').filter(({ hasBounced }) => !hasBounced);
    const [last] = arrived.toSorted((one, other) => other.sent - one.sent);
    if (this.asked !== null && this.asked > (last?.queued ?? -1)) return true;
    return this.periods.find(({ n }) => n === last?.period)?.status === 'withdrawn';
  }

  withdraw(): void {
    if (this.isClosed) return;
    this.asked = this.clock += 1;
    if (this.period?.cause !== 'applicant') this.enter('withdrawn', 'applicant', null, null);
  }

  undoWithdrawal(): void {
    if (this.asked !== null) this.undo(null);
    this.asked = null;
  }

  /** Begins a period and stops the mails that wait about the one before. */
  enter(status: Status, cause: 'move' | 'applicant', batch: string | null, mailed: Mailed): void {
    if (this.current === null) {
      const first = { n: 1, status: this.status, cause: 'first', batch: null, previous: null } as const;
      this.periods.push({ ...first, undone: false, interviewed: false, accepted: false });
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
      interviewed: before.interviewed || status === 'interview' || status === 'accepted',
      accepted: before.accepted || status === 'accepted',
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
    const isCurrent = mail.period === this.current;
    mail.reason = null;
    if (!isCurrent && ['due', 'sending', 'held'].includes(wanted)) {
      drop(mail, mail.batch !== null && undoneBatches.has(mail.batch) ? 'undone' : 'overtaken');
      return;
    }
    mail.state = wanted === 'due' && this.isBounced ? 'held' : wanted;
    if (wanted === 'sent') mail.sent = this.clock += 1;
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

  setBounced(isBounced: boolean): void {
    if (this.isBounced === isBounced) return;
    this.isBounced = isBounced;
    const [last] = this.mailsWhere('sent').toSorted((one, other) => other.sent - one.sent);
    if (isBounced && last) last.hasBounced = true;
    for (const mail of this.mailsWhere(isBounced ? 'due' : 'held'))
      this.become(mail, isBounced ? 'held' : 'due');
  }
}

function drop(mail: Mail, reason: Mail['reason']): void {
  mail.state = 'dropped';
  mail.reason = reason;
}

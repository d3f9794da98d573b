import type { Status } from '../data/shapes.ts';

/** Hours from submission: of how many, the median, and within how many nine of ten lie. */
export interface Hours {
  readonly count: number;
  readonly median: number | null;
  readonly ninetieth: number | null;
}

export interface DayCount {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  readonly applications: number;
  readonly confirmed: number;
}

/** What `review_numbers` answers. */
export interface NumbersAnswer {
  readonly total: number;
  readonly confirmed: number;
  readonly per_day: readonly DayCount[];
  readonly by_status: Partial<Record<Status, number>>;
  readonly by_source: readonly {
    readonly source: string;
    readonly applications: number;
    readonly confirmed: number;
    readonly accepted: number;
  }[];
  readonly to_review: Hours;
  readonly to_decision: Hours;
}

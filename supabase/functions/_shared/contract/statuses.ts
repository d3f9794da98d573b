/** The statuses of an application in the order of a review. */
export const applicationStatuses = [
  'submitted',
  'in_review',
  'interview',
  'accepted',
  'declined',
  'withdrawn',
] as const;

export type Status = (typeof applicationStatuses)[number];

/** The facts of a status, the same as in the database. */
export interface StatusFacts {
  /** True while the lab or the applicant can still end the application. */
  readonly isOpen: boolean;
  /** True if it is the lab's last word. */
  readonly isDecision: boolean;
  /** True if it answers an application, so that a move there mails the applicant by default. */
  readonly isAnswer: boolean;
  /** The statuses to which a member may move an application. */
  readonly moves: readonly Status[];
}

export const statusFacts: Readonly<Record<Status, StatusFacts>> = {
  submitted: {
    isOpen: true,
    isDecision: false,
    isAnswer: false,
    moves: ['in_review', 'declined', 'withdrawn'],
  },
  in_review: {
    isOpen: true,
    isDecision: false,
    isAnswer: false,
    moves: ['interview', 'declined', 'withdrawn', 'submitted'],
  },
  interview: {
    isOpen: true,
    isDecision: false,
    isAnswer: true,
    moves: ['accepted', 'declined', 'withdrawn', 'in_review'],
  },
  accepted: { isOpen: false, isDecision: true, isAnswer: true, moves: ['interview', 'withdrawn'] },
  declined: { isOpen: false, isDecision: true, isAnswer: true, moves: ['in_review'] },
  withdrawn: { isOpen: false, isDecision: false, isAnswer: false, moves: ['in_review'] },
};

/** The statuses of applications that are not over. */
export const openStatuses = applicationStatuses.filter((status) => statusFacts[status].isOpen);

/** The states of the promise to answer a confirmed application (`private.promise` in the database). */
export const promises = ['waiting', 'answered', 'to_notify', 'ended'] as const;

export type Promised = (typeof promises)[number];

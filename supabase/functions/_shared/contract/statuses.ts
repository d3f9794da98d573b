/** The statuses of an application in the order of a review. `application_moves` contains the moves between them. */
export const applicationStatuses = [
  'submitted',
  'in_review',
  'interview',
  'accepted',
  'declined',
  'withdrawn',
] as const;

export type Status = (typeof applicationStatuses)[number];

/** The states of the promise to answer a confirmed application (`private.promise` in the database). */
export const promises = ['waiting', 'answered', 'to_notify', 'ended'] as const;

export type Promised = (typeof promises)[number];

/** The most applications that one request of the review changes, and up to which those that match a filter are counted. */
export const MAX_BULK_ROWS = 10_000;

/** The statuses of an application, in the order of a review; which moves lead from one to another, `application_moves` holds. */
export const applicationStatuses = [
  'submitted',
  'in_review',
  'interview',
  'accepted',
  'declined',
  'withdrawn',
] as const;

export type Status = (typeof applicationStatuses)[number];

/** The name of each status. */
export const statusNames = {
  submitted: 'Submitted',
  in_review: 'In review',
  interview: 'Interview',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} as const;

/** The name of each level of access. */
export const accessNames = { owner: 'Owner', reviewer: 'Reviewer', reader: 'Reader' } as const;

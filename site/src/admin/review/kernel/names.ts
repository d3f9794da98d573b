/** The name of each status. */
export const statusNames = {
  submitted: 'Submitted',
  in_review: 'In review',
  interview: 'Interview',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} as const;

/** Returns a status's name, or the given text if it is none. */
export const statusLabel = (status: string | null): string =>
  Object.entries(statusNames).find(([known]) => known === status)?.[1] ?? status ?? '';

/** The name of each level of access. */
export const accessNames = { owner: 'Owner', reviewer: 'Reviewer', reader: 'Reader' } as const;

/** Limits that the review's forms know before the database enforces them. Lengths are in characters. */
export const reviewLimits = {
  /** Applications on a page of the list. */
  listPage: 50,
  /** Applications that one request changes, and up to which those that match a filter are counted. */
  changedApplications: 5_000,
  tagLength: 40,
  noteLength: 10_000,
  /** The length of a search, tag or source in a filter. */
  searchLength: 200,
  viewNameLength: 80,
  memberNameLength: 80,
  bookingLinkLength: 300,
  criteria: 8,
  criterionNameLength: 60,
  stepNameLength: 80,
  mailSubjectLength: 200,
  mailBodyLength: 5_000,
  /** Times a member may retry a mail that failed. */
  mailRetries: 3,
  /** Mails of one change that leave after half a minute. More leave after ten minutes. */
  soonMails: 20,
  webhookUrlLength: 2_000,
} as const;

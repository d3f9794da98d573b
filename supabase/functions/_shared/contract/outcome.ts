/** The outcomes of sending an application. The site's build has a page of each name under /join. */
export type ApplicationOutcome =
  | 'sent'
  /** Saved, but the confirmation mail could not be asked for. */
  | 'saved'
  | 'duplicate'
  | 'incomplete'
  | 'closed'
  /** Too many applications came from this address. */
  | 'later'
  /** The lab asks for a proof of work at the moment. */
  | 'proof-needed'
  | 'failed';

/** A refused insert in PostgREST's format. */
export interface Refusal {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
}

/** Returns the outcome of a refused insert. Some backends report a duplicate in words only. */
export function outcomeOfRefusal({
  status,
  code,
  message,
}: Refusal): Exclude<ApplicationOutcome, 'sent' | 'saved'> {
  if (code === '23505' || /duplicate key/i.test(message ?? '')) return 'duplicate';
  if (status === 429) return 'later';
  if (code === 'applications_closed') return 'closed';
  if (code === 'proof_needed') return 'proof-needed';
  // A rule of the table, which are the rules of the form.
  return code === '23514' ? 'incomplete' : 'failed';
}

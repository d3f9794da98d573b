import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { answered, table } from '../../../kernel/data/call.ts';
import { maybe } from '../../../kernel/data/shapes/row.ts';

const termFields = {
  answer_days: z.number(),
  unconfirmed_months: z.number(),
  declined_months: z.number(),
  withdrawn_months: z.number(),
  accepted_months: z.number(),
  access_log_months: z.number(),
};

/** The lab's promises, one row. */
export const terms = z.object({ ...termFields, version: z.number() });

export type Terms = z.output<typeof terms>;

const termsChange = z.object({
  id: z.number(),
  at: z.string(),
  actor_email: maybe,
  before: z.object(termFields),
  after: z.object(termFields),
});

export type TermsChange = z.output<typeof termsChange>;

export type Term = keyof typeof termFields;

/** The terms in the order of the form. */
export const termNames = Object.keys(termFields) as readonly Term[];

export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: () => answered(table('lab_terms').select().single(), terms),
});

/** The latest changes of the terms, the last one first. */
export const termsChangesQuery = queryOptions({
  queryKey: ['terms', 'changes'],
  queryFn: () =>
    answered(
      table('lab_terms_changes').select().order('id', { ascending: false }).limit(10),
      z.array(termsChange),
    ),
});

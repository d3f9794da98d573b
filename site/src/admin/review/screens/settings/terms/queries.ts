import { queryOptions } from '@tanstack/react-query';
import { type Decoded, fields, list, number, text } from '../../../../../supabase/decode.ts';
import { answered, table } from '../../../kernel/data/call.ts';
import { maybe } from '../../../kernel/data/shapes/row.ts';

const termFields = {
  answer_days: number,
  unconfirmed_months: number,
  declined_months: number,
  withdrawn_months: number,
  accepted_months: number,
  access_log_months: number,
};

/** The lab's promises, one row. */
export const terms = fields({ ...termFields, version: number });

export type Terms = Decoded<typeof terms>;

const termsChange = fields({
  id: number,
  at: text,
  actor_email: maybe,
  before: fields(termFields),
  after: fields(termFields),
});

export type TermsChange = Decoded<typeof termsChange>;

export type Term = keyof typeof termFields;

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
      list(termsChange),
    ),
});

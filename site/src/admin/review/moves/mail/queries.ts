import { queryOptions } from '@tanstack/react-query';
import { type Decoded, fields, flag, list, number, oneOf, text } from '../../../../supabase/decode.ts';
import { answered, table } from '../../kernel/data/call.ts';
import { outcomeFields } from '../../kernel/data/shapes/change.ts';
import { maybe, row, status } from '../../kernel/data/shapes/row.ts';

const mailFields = { subject: text, body: text };

export const mail = fields(mailFields);

export type Mail = Decoded<typeof mail>;

export const mailPreview = fields({ ...mailFields, to: text, has_page: flag });

export type MailPreview = Decoded<typeof mailPreview>;

export const template = fields({
  ...mailFields,
  status,
  version: number,
  updated_at: text,
  updated_by: maybe,
});

export type Template = Decoded<typeof template>;

/** The delays of mails to applicants. */
export const delays = ['soon', 'morning'] as const;

export type Delay = (typeof delays)[number];

export const mailing = fields({ time_zone: text, delay: oneOf(delays), version: number });

export type Mailing = Decoded<typeof mailing>;

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: () => answered(table('mail_templates').select(), list(template)),
  staleTime: 60_000,
});

export const mailingQuery = queryOptions({
  queryKey: ['mailing'],
  queryFn: () => answered(table('mailing_settings').select().single(), mailing),
  staleTime: 60_000,
});

/** The result of a move of one application. */
export const moved = fields({ ...outcomeFields, row });

export type Moved = Decoded<typeof moved>;

/** The preview of a bulk move. */
export const movePreview = fields({ changed: number, mailed: number });

export type MovePreview = Decoded<typeof movePreview>;

/** A mail that was queued or stopped separately, with the application afterwards. */
export const mailQueued = fields({ mail_due_at: maybe, row });

export const mailStopped = fields({ stopped: number, row });

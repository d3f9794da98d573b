import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { answered, table } from '../../kernel/data/call.ts';
import { outcomeFields } from '../../kernel/data/shapes/change.ts';
import { maybe, row, status } from '../../kernel/data/shapes/row.ts';

const mailFields = { subject: z.string(), body: z.string() };

export const mail = z.object(mailFields);

export type Mail = z.output<typeof mail>;

export const mailPreview = z.object({ ...mailFields, to: z.string(), has_page: z.boolean() });

export type MailPreview = z.output<typeof mailPreview>;

/** The status of a move, or 'evidence' for the mail that asks for it. */
export const template = z.object({
  ...mailFields,
  status: z.union([status, z.literal('evidence')]),
  version: z.number(),
});

export type Template = z.output<typeof template>;

/** The delays of mails to applicants. */
export const delays = ['soon', 'morning'] as const;

export type Delay = (typeof delays)[number];

export const mailing = z.object({ time_zone: z.string(), delay: z.enum(delays), version: z.number() });

export type Mailing = z.output<typeof mailing>;

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: () => answered(table('mail_templates').select(), z.array(template)),
  staleTime: 60_000,
});

export const mailingQuery = queryOptions({
  queryKey: ['mailing'],
  queryFn: () => answered(table('lab_settings').select().single(), mailing),
  staleTime: 60_000,
});

/** The result of a move of one application. */
export const moved = z.object({ ...outcomeFields, row });

export type Moved = z.output<typeof moved>;

export const movePreview = z.object({
  changed: z.number(),
  mailed: z.number(),
  /** The number that stays in each status, because there is no move from it. */
  unchanged: z.record(z.string(), z.number()),
});

export type MovePreview = z.output<typeof movePreview>;

/** A mail that was queued or stopped separately, with the application afterwards. */
export const mailQueued = z.object({ mail_due_at: maybe, row });

/** A mail that is held while its words are edited. `key` is the dialog. */
export const mailHeld = z.object({ key: z.string(), mail, row });

export type MailHeld = z.output<typeof mailHeld>;

export const mailStopped = z.object({ stopped: z.number(), row });

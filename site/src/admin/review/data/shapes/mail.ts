import { type Decoded, fields, flag, number, text } from '../../../../supabase/decode.ts';
import { maybe, status } from './row.ts';

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

import { type Decoded, fields, flag, nullable, oneOf, text } from '../../../../../supabase/decode.ts';
import { maybe } from './row.ts';

export const accesses = ['owner', 'reviewer', 'reader'] as const;

export type Access = (typeof accesses)[number];

const access = oneOf(accesses);

export const me = fields({
  user_id: text,
  /** The member's name, or else the part of the address before the @. */
  name: text,
  email: text,
  /** Null if access is missing now, for example without a second factor. */
  access: nullable(access),
  aal: oneOf(['aal1', 'aal2']),
  second_factor_required: flag,
  has_second_factor: flag,
});

export type Me = Decoded<typeof me>;

export const person = fields({
  user_id: text,
  name: text,
  email: text,
  access,
  since: text,
  last_sign_in_at: maybe,
  invited: flag,
  has_second_factor: flag,
});

export type Person = Decoded<typeof person>;

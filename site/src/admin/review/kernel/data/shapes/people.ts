import * as z from 'zod/mini';
import { maybe } from './row.ts';

export const access = z.enum(['owner', 'reviewer', 'reader']);

export type Access = z.output<typeof access>;

export const me = z.object({
  user_id: z.string(),
  /** The member's name, or else the part of the address before the @. */
  name: z.string(),
  email: z.string(),
  /** Null if access is missing now, for example without a second factor. */
  access: z.nullable(access),
  aal: z.enum(['aal1', 'aal2']),
  second_factor_required: z.boolean(),
  has_second_factor: z.boolean(),
  /** The lab's. */
  time_zone: z.string(),
});

export type Me = z.output<typeof me>;

export const person = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  access,
  since: z.string(),
  last_sign_in_at: maybe,
  invited: z.boolean(),
  has_second_factor: z.boolean(),
});

export type Person = z.output<typeof person>;

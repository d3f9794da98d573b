import { z } from 'zod';
import { codeBody } from '../accounts/codes/code-body.ts';

/** What POST /resend takes (contract A1.6). */
export const resendBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
  ...codeBody,
});

export type ResendBody = z.infer<typeof resendBody>;

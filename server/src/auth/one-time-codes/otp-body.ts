import { z } from 'zod';
import { codeBody } from '../accounts/codes/code-body.ts';
import { metadataBody } from '../accounts/metadata-body.ts';

/** What POST /otp and /magiclink take (contract A1.4). */
export const otpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: metadataBody.nullish(),
  ...codeBody,
});

export type OtpBody = z.infer<typeof otpBody>;

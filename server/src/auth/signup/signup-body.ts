import { z } from 'zod';
import { codeBody } from '../accounts/codes/code-challenge.rules.ts';
import { metadataBody } from '../accounts/metadata.rules.ts';

/** The body of POST /signup (contract A1.1, A1.2 and A1.3). */
export const signupBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  channel: z.string().nullish(),
  data: metadataBody.nullish(),
  ...codeBody,
});

export type SignupBody = z.infer<typeof signupBody>;

import { z } from 'zod';

/** The not-found page (contract P2.11). */
export const notFoundShape = z.strictObject({
  code: z.literal('404'),
  message: z.literal('Oops! Page not found'),
  home: z.string(),
});

import { z } from 'zod';

/** The not-found page (contract P2.11). */
export const notFound = z
  .object({ code: z.literal('404'), message: z.literal('Oops! Page not found'), home: z.string() })
  .parse({ code: '404', message: 'Oops! Page not found', home: 'Back to home' });

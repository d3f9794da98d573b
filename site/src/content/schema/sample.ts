import { z } from 'zod';

/** Marks text that the lab still has to replace. `npm run check:launch` lists it. Leave it out afterwards. */
export const sample = z.literal(true).optional();

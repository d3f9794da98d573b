import { z } from 'zod';
import { jwkList } from '../configuration/variables.ts';

/** The first frame of a backup with its time and origin, as in its header, and the keys that sign its sessions. */
export const manifest = z.object({
  createdAt: z.iso.datetime(),
  installation: z.guid(),
  former: z.array(z.guid()).readonly(),
  postgres: z.string(),
  platform: z.array(z.string()),
  migrations: z.array(z.string()),
  keys: z.object({
    publishable: z.string(),
    secret: z.string(),
    jwks: jwkList,
    jwtSecret: z.string().nullable(),
  }),
});

export type Manifest = z.output<typeof manifest>;

/** Precedes a table's data. */
export const tableHead = z.object({
  table: z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) }),
  rows: z.number(),
  digest: z.string(),
});

/** The last frame. */
export const closing = z.object({
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() }),
  ),
  tables: z.number(),
});

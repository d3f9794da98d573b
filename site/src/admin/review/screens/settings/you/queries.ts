import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { answered, call, table } from '../../../kernel/data/call.ts';
import { maybe } from '../../../kernel/data/shapes/row.ts';

export const digests = ['daily', 'weekly', 'never'] as const;

/** A member's mail settings. */
const reminders = z.object({
  digest: z.enum(digests),
  mails_mentions: z.boolean(),
  mails_assignments: z.boolean(),
});

export type Reminders = z.output<typeof reminders>;

/** A member's own settings. */
const memberSettings = z.object({ booking_link: maybe });

const displayName = z.object({ display_name: maybe });

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: () => call('review_reminders', {}, reminders),
  staleTime: 60_000,
});

/** The member's own name, or ''. */
export const displayNameQuery = queryOptions({
  queryKey: ['display-name'],
  queryFn: async () => {
    const [own] = await answered(table('member_settings').select('display_name'), z.array(displayName));
    return own?.display_name ?? '';
  },
  staleTime: 60_000,
});

/** The member's own booking link, or ''. */
export const bookingQuery = queryOptions({
  queryKey: ['booking'],
  queryFn: async () => {
    const [own] = await answered(table('member_settings').select('booking_link'), z.array(memberSettings));
    return own?.booking_link ?? '';
  },
  staleTime: 60_000,
});

import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { answered, call, table } from '../../../kernel/data/call.ts';
import { maybe } from '../../../kernel/data/shapes/row.ts';

export const digests = ['daily', 'weekly', 'never'] as const;

/** A member's mail settings. */
export const remindersShape = z.object({
  digest: z.enum(digests),
  mails_mentions: z.boolean(),
  mails_assignments: z.boolean(),
});

export type RemindersRow = z.output<typeof remindersShape>;

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: () => call('review_reminders', {}, remindersShape),
  staleTime: 60_000,
});

/** One of the member's own settings, '' while it is not set. */
const ownSetting = (name: 'display_name' | 'booking_link') =>
  queryOptions({
    queryKey: ['member-settings', name],
    queryFn: async () => {
      const [own] = await answered(
        table('member_settings').select(name),
        z.array(z.record(z.string(), maybe)),
      );
      return own?.[name] ?? '';
    },
    staleTime: 60_000,
  });

export const displayNameQuery = ownSetting('display_name');
export const bookingQuery = ownSetting('booking_link');

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

/** A member's changes to them. The rest may have been changed in another tab. */
export const remindersEdit = z.partial(remindersShape);

export type RemindersEdit = z.output<typeof remindersEdit>;

export type RemindersRow = z.output<typeof remindersShape>;

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: () => call('review_reminders', {}, remindersShape),
  staleTime: 60_000,
});

/** The answers of both saves, each of which has one of these. */
export const ownShape = z.object({ display_name: z.optional(maybe), booking_link: z.optional(maybe) });

export type Own = z.output<typeof ownShape>;

/** One of the member's own settings. */
const ownSetting = (name: keyof Own) =>
  queryOptions({
    queryKey: ['member-settings', name],
    queryFn: async (): Promise<Own> => {
      const [own] = await answered(table('member_settings').select(name), z.array(ownShape));
      return own ?? {};
    },
    staleTime: 60_000,
  });

export const displayNameQuery = ownSetting('display_name');
export const bookingQuery = ownSetting('booking_link');

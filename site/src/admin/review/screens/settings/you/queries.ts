import { queryOptions } from '@tanstack/react-query';
import { type Decoded, fields, flag, list, oneOf } from '../../../../../supabase/decode.ts';
import { answered, call, table } from '../../../kernel/data/call.ts';
import { maybe } from '../../../kernel/data/shapes/row.ts';

export const digests = ['daily', 'weekly', 'never'] as const;

/** A member's mail settings. */
const reminders = fields({
  digest: oneOf(digests),
  mails_mentions: flag,
  mails_assignments: flag,
});

export type Reminders = Decoded<typeof reminders>;

/** A member's own settings. */
const memberSettings = fields({ booking_link: maybe });

const displayName = fields({ display_name: maybe });

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: () => call('review_reminders', {}, reminders),
  staleTime: 60_000,
});

/** The member's own name, or ''. */
export const displayNameQuery = queryOptions({
  queryKey: ['display-name'],
  queryFn: async () => {
    const [own] = await answered(table('member_settings').select('display_name'), list(displayName));
    return own?.display_name ?? '';
  },
  staleTime: 60_000,
});

/** The member's own booking link, or ''. */
export const bookingQuery = queryOptions({
  queryKey: ['booking'],
  queryFn: async () => {
    const [own] = await answered(table('member_settings').select('booking_link'), list(memberSettings));
    return own?.booking_link ?? '';
  },
  staleTime: 60_000,
});

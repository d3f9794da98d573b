import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { announceRefusal } from '../../../supabase/refusal.ts';
import { answered, call, table } from './call.ts';
import { countTogether } from './count-together.ts';
import { noteAccess } from './let-in.ts';
import { withUnsent } from './unsent.ts';
import { list } from '../../../supabase/decode.ts';
import { type Cursor, type Filter, type Sort, type Status, page } from './shapes/row.ts';
import { type Me, me as meShape, displayName, memberSettings, person, reminders } from './shapes/people.ts';
import { allowedMove } from './shapes/change.ts';
import { applicationDetail, evidence, otherApplication } from './shapes/application.ts';
import { clock } from './shapes/numbers.ts';
import { intake, mailing, savedView, scoring, tagName, terms, termsChange } from './shapes/settings.ts';
import { template } from './shapes/mail.ts';

const PAGE_SIZE = 50;

/**
 * The cache time of an application's side data in milliseconds. Other people's changes are reported by use-pulse.ts.
 */
const BESIDE_MS = 5 * 60_000;

/** All that may change when an application does. */
export const changing = {
  list: ['list'],
  count: ['count'],
  application: ['application'],
  clock: ['clock'],
  tags: ['tags'],
} as const;

/**
 * Returns true if access is missing for another reason than the second factor. A session or a role ended, and the
 * guard finds out which.
 */
export const isShutOut = (me: Me | undefined): boolean =>
  me !== undefined && !me.access && (!me.second_factor_required || me.has_second_factor);

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await call('review_me', {}, meShape);
    noteAccess(me);
    if (isShutOut(me)) announceRefusal();
    return me;
  },
  staleTime: 60_000,
});

export const listQuery = (
  filter: Filter,
  sort: Sort,
  descending: boolean,
  after: Cursor | null,
  size = PAGE_SIZE,
) =>
  queryOptions({
    queryKey: [...changing.list, filter, sort, descending, after, size],
    queryFn: () => call('review_list', { filter, sort, descending, after, page_size: size }, page),
    placeholderData: keepPreviousData,
  });

export const countQuery = (filter: Filter) =>
  queryOptions({
    queryKey: [...changing.count, filter],
    queryFn: () => countTogether(filter),
    staleTime: 10_000,
  });

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...changing.application, id],
    queryFn: async () =>
      withUnsent(id, await call('review_application', { application_id: id }, applicationDetail)),
  });

export const clockQuery = queryOptions({
  queryKey: changing.clock,
  queryFn: () => call('review_clock', {}, clock),
  staleTime: 10_000,
});

export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: () => answered(table('lab_terms').select().single(), terms),
});

/** The latest changes of the terms, the last one first. */
export const termsChangesQuery = queryOptions({
  queryKey: ['terms', 'changes'],
  queryFn: () =>
    answered(
      table('lab_terms_changes').select().order('id', { ascending: false }).limit(10),
      list(termsChange),
    ),
});

export const scoringQuery = queryOptions({
  queryKey: ['scoring'],
  queryFn: () => call('review_scoring', {}, scoring),
  staleTime: 60_000,
});

export const intakeQuery = queryOptions({
  queryKey: ['intake'],
  queryFn: () => call('review_intake', {}, intake),
});

export const evidenceQuery = (id: string) =>
  queryOptions({
    queryKey: [...changing.application, id, 'evidence'],
    queryFn: () => call('review_evidence', { application_id: id }, evidence),
    staleTime: BESIDE_MS,
  });

export const samePersonQuery = (id: string) =>
  queryOptions({
    queryKey: [...changing.application, id, 'same-person'],
    queryFn: () => call('review_same_person', { application_id: id }, list(otherApplication)),
    staleTime: BESIDE_MS,
  });

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: () => call('review_people', {}, list(person)),
  staleTime: 60_000,
});

export const tagsQuery = queryOptions({
  queryKey: changing.tags,
  queryFn: async () =>
    (await answered(table('review_tags').select('name').order('name').limit(500), list(tagName))).map(
      ({ name }) => name,
    ),
  staleTime: 60_000,
});

/** The possible moves by their source status. */
export const movesQuery = queryOptions({
  queryKey: ['moves'],
  queryFn: async () => {
    const rows = await answered(table('application_moves').select(), list(allowedMove));
    return (from: Status) => rows.filter((row) => row.from_status === from).map((row) => row.to_status);
  },
  staleTime: Infinity,
});

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: () => answered(table('mail_templates').select(), list(template)),
  staleTime: 60_000,
});

export const mailingQuery = queryOptions({
  queryKey: ['mailing'],
  queryFn: () => answered(table('mailing_settings').select().single(), mailing),
  staleTime: 60_000,
});

export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: () =>
    answered(table('saved_views').select('id,owner,name,query,shared').order('name'), list(savedView)),
  staleTime: 60_000,
});

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

import { useEffect, useEffectEvent, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { noteServerTime } from '#supabase/clock.ts';
import { addToast } from '#ui/toast/show.ts';
import { phrase } from '../kernel/words.ts';
import { statusLabel } from '../kernel/status/status-display.ts';
import { call } from '../kernel/data/call.ts';
import { changing } from '../kernel/data/queries.ts';
import { type Updates, updates as updatesShape } from '../kernel/data/shapes/application.ts';
import { useRefresh } from '../kernel/data/saves.ts';
/** Milliseconds between two questions whether someone else did something. */
const POLL_INTERVAL_MS = 4_000;

/** Returns a member's name by id or by stored address. */
type NameOf = (id: string | null, email: string | null) => string;

/** Keeps the screen up to date with other people's changes, and reports those of the open application. */
export function useUpdates(myId: string, openId: string | null, nameOf: NameOf): void {
  const refresh = useRefresh();
  const seen = useRef<Updates | null>(null);
  const reported = useRef(new Set<number>());
  const { data } = useQuery({
    queryKey: changing.updates,
    queryFn: () => call('review_updates', { after_event: seen.current?.last_event ?? null }, updatesShape),
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
    gcTime: 0,
  });

  const onChange = useEffectEvent((updates: Updates) => {
    const before = seen.current;
    seen.current = updates;
    noteServerTime(Date.parse(updates.now));
    const fresh = updates.changed.filter(({ event }) => !reported.current.has(event));
    fresh.forEach(({ event }) => reported.current.add(event));
    if (!before) return;
    const others = fresh.filter(({ actor }) => actor !== myId);
    // A mail that has left changes who still needs to hear from the lab, without a change by a member.
    const isNews = before.newest !== updates.newest || before.to_notify !== updates.to_notify;
    if (others.length > 0 || isNews) void refresh();
    const changes = others.filter(({ application_id: id }) => id === openId);
    const here = changes.findLast(({ to }) => to) ?? changes.at(-1);
    if (!here) return;
    const who = nameOf(here.actor, here.actor_email);
    const title = here.to
      ? phrase`${who} moved this to ${statusLabel(here.to)} just now.`
      : phrase`${who} changed this just now.`;
    // The reader's undo stays.
    addToast({ title });
  });
  useEffect(() => {
    if (data) onChange(data);
  }, [data]);
}

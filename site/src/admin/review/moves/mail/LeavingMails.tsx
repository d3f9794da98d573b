import { useQuery } from '@tanstack/react-query';
import { lazyScreen } from '#ui/lazy/lazy-screen.tsx';
import { changing } from '../../kernel/data/queries.ts';
import type { Updates } from '../../kernel/data/shapes/application.ts';

const LeavingLine = lazyScreen(() => import('./LeavingLine.tsx'));

/** The own decision mails that leave within ten minutes, with a button that stops them. Shown on every screen. Only the review asks for them. */
export function LeavingMails() {
  const { data } = useQuery<Updates>({ queryKey: changing.updates, enabled: false });
  const { count = 0, seconds = null } = data?.pending_mails ?? {};
  if (!data || seconds === null) return null;
  return <LeavingLine count={count} until={Date.parse(data.now) + seconds * 1_000} />;
}

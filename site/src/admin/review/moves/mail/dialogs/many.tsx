import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { plural } from '@solostead/contract/plural';
import { applicationStatuses, statusFacts } from '@solostead/contract/statuses';
import { call } from '../../../kernel/data/call.ts';
import { changing } from '../../../kernel/data/queries.ts';
import type { Status } from '../../../kernel/data/shapes/row.ts';
import { formatCount } from '../../../kernel/format/number.ts';
import { statusDisplay } from '../../../kernel/status/status-display.ts';
import { useMailDraft, useTemplateOf } from './use-mail-draft.ts';
import { movePreview, type MovePreview } from '../queries.ts';
import type { Filter } from '#admin/route/filter.ts';

/**
 * The applications of a change, some or all that match and neither arrived nor were changed by others after a time of
 * the server (ISO 8601).
 */
export type Target =
  | { readonly filter: Filter & { readonly until: string } }
  | { readonly ids: readonly string[] };

/** The same for the same selection, at whatever time and in whatever order it was made. */
const nameOf = (target: Target): string =>
  JSON.stringify('ids' in target ? target.ids.toSorted() : { ...target.filter, until: undefined });

/** The mail of a bulk move, for decisions the status's template, until the member changes or removes it. */
export function useMailOfMany(to: Status | null, target: Target, leave: () => void) {
  const { template, templates } = useTemplateOf(to);
  const byItself = to && statusFacts[to].isAnswer && templates.isSuccess ? template : null;
  return { ...useMailDraft(`many.${to ?? ''}.${nameOf(target)}`, byItself, leave), templates };
}

/** Returns how many a bulk move would change and mail. */
export function useMovePreview(to: Status | null, target: Target): UseQueryResult<MovePreview> {
  return useQuery({
    queryKey: [...changing.count, 'move', to, target],
    queryFn: () => call('review_move_preview', { to_status: to, ...target }, movePreview),
    enabled: to !== null,
  });
}

/** 'Decline 107 and email 91'. */
export function describeMoveOfMany(
  to: Status,
  { changed, mailed }: Pick<MovePreview, 'changed' | 'mailed'>,
  hasMail: boolean,
): string {
  const verb = statusDisplay[to].bulkAction.replace('{count}', formatCount(changed));
  return hasMail && mailed > 0 ? `${verb} and email ${formatCount(mailed)}` : verb;
}

/** Returns how many of a bulk move stay as they are and why, by status. */
export function describeUnchanged(to: Status, { changed, unchanged }: MovePreview): string {
  const total = Object.values(unchanged).reduce((sum, count) => sum + count, changed);
  const of = `of the ${formatCount(total)}`;
  const target = statusDisplay[to].label;
  return applicationStatuses
    .filter((status) => unchanged[status])
    .map((status) => {
      const count = unchanged[status]!;
      const { label } = statusDisplay[status];
      return status === to
        ? `${plural(count, `${of} is already ${target} and stays`, `${of} are already ${target} and stay`)}.`
        : `${plural(count, `${of} stays`, `${of} stay`)} in ${label}, because there is no move to ${target}.`;
    })
    .join(' ');
}

/** The applications that the move leaves out. */
export function Unchanged({ to, preview }: { to: Status; preview: MovePreview | undefined }) {
  const text = preview && describeUnchanged(to, preview);
  return text ? <p>{text}</p> : null;
}

/** The number of applicants without a mail. */
export function Unreached({ preview }: { preview: MovePreview | undefined }) {
  const count = preview ? preview.changed - preview.mailed : 0;
  if (count === 0) return null;
  return (
    <p>{`${plural(count, 'applicant gets', 'applicants get')} no email because their address is not confirmed or bounces.`}</p>
  );
}

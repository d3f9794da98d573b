import { useQuery } from '@tanstack/react-query';
import { samePersonQuery } from '../../kernel/data/queries.ts';
import type { OtherApplication } from '../../kernel/data/shapes/application.ts';
import { formatDay } from '../../kernel/format/time.tsx';
import { LoadError } from '../../kernel/states/Placeholder.tsx';
import { StatusMark } from '../../kernel/status/StatusMark.tsx';
import { useView } from '../../../route/use-view.ts';
import { hrefOf } from '../../../route/search.ts';
import { inPlace } from '../../../route/ViewLinks.tsx';

/** Links to other applications that may be of the same person, archived ones included. */
export function SamePerson({ applicationId, since }: { applicationId: string; since: string }) {
  const { data: others = [] } = useQuery(samePersonQuery(applicationId));
  const sure = others.filter((other) => other.same_email || other.same_profile);
  const isEarlier = sure.every(({ created_at: at }) => at <= since);
  return (
    <>
      <LoadError what="Their other applications" of={samePersonQuery(applicationId)} />
      <Others title={isEarlier ? 'Applied before' : 'Also sent'} others={sure} />
      <Others title="Same name" others={others.filter((other) => !sure.includes(other))} />
    </>
  );
}

function Others({ title, others }: { title: string; others: readonly OtherApplication[] }) {
  if (others.length === 0) return null;
  return (
    <div>
      <h4>{title}</h4>
      <ul className="stack gap-1">
        {others.map((other) => (
          <li key={other.id} className="cluster items-baseline gap-x-3 gap-y-1">
            <Other other={other} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Other({ other }: { other: OtherApplication }) {
  const { view, go } = useView();
  // The triage only shows its queue, so another one opens next to the list.
  const to = { open: other.id, screen: view.screen === 'triage' ? 'list' : view.screen } as const;
  const by = other.same_email
    ? other.same_profile
      ? 'same address and profile'
      : 'same address'
    : other.same_profile
      ? 'same profile, another address'
      : 'another address and profile';
  const state = other.archived_at
    ? 'archived, never confirmed'
    : other.email_confirmed_at
      ? ''
      : 'not confirmed yet';
  return (
    <>
      <a href={hrefOf({ ...view, ...to })} onClick={inPlace(() => go(to))}>
        {`Application of ${formatDay(other.created_at)}`}
      </a>
      <StatusMark status={other.status} />
      <span className="small">{[state, by].filter(Boolean).join(', ')}</span>
    </>
  );
}

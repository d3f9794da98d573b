import { Timeline, type Line } from './conversation/Timeline.tsx';
import type { HistoryEvent, ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { MemberName } from '../../kernel/people/MemberName.tsx';
import { usePeople } from '../../kernel/people/use-people.ts';
import { describeEvent } from './describe-event.ts';
import { shownEvents } from './shown-events.ts';

/** An event's author and action. */
function Action({ event, criteria }: { event: HistoryEvent; criteria: ApplicationDetail['criteria'] }) {
  const { nameOf } = usePeople();
  const { time_zone: zone } = useMe();
  const { actor, actor_email: email, kind } = event;
  // The address of an erased member is empty. The system and the applicant have none.
  const who =
    email !== null ? (
      <MemberName id={actor} email={email} />
    ) : kind === 'applicant' ? (
      <span>The applicant</span>
    ) : (
      <span>The system</span>
    );
  return (
    <>
      {who}
      <span>{` ${describeEvent(event, criteria, nameOf, zone)}`}</span>
    </>
  );
}

function linesOf({ row, events, criteria, replies }: ApplicationDetail): readonly Line[] {
  const replyIds = new Set(replies.map(({ id }) => id));
  const actions = shownEvents(events, replyIds).map((event) => ({
    at: event.at,
    shown: <Action event={event} criteria={criteria} />,
  }));
  const confirmed = row.email_confirmed_at
    ? [{ at: row.email_confirmed_at, shown: 'Confirmed their email' }]
    : [];
  const applied = { at: row.created_at, shown: 'Applied' };
  return [...actions, ...confirmed, applied];
}

/** The history of an application, the latest first. Mails and answers are in the conversation. */
export function History({ applicationDetail }: { applicationDetail: ApplicationDetail }) {
  return (
    <section className="stack gap-3">
      <h4>History</h4>
      <Timeline
        lines={linesOf(applicationDetail)}
        cut={applicationDetail.has_more_events && 'There are earlier events, which are not shown.'}
      />
    </section>
  );
}

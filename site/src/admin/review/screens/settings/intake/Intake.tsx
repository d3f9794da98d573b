import { showDay } from '#ui/days.ts';
import { plural } from '@solostead/contract/plural';
import { useEffect, useState } from 'react';
import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { DraftForm } from '../parts/DraftForm.tsx';
import { useSettingSave } from '../parts/use-setting-save.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/form/Field.tsx';
import { dayIn } from '../../../kernel/format/lab-time.ts';
import { dayAfter, formatWhen, timeZone, useNow } from '../../../kernel/format/time.tsx';
import { useMe } from '../../../kernel/data/me.tsx';
import { phrase } from '../../../kernel/words.ts';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { useCountdown } from '#ui/use-countdown.ts';
import { showToast } from '#ui/toast/show.ts';
import { Check } from '../../../kernel/controls/Check.tsx';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import { maybe } from '../../../kernel/data/shapes/row.ts';
import { serverNow } from '#supabase/clock.ts';

/** The state of applications. `opens_on` is YYYY-MM-DD, null until an owner opens them. */
const intakeShape = z.object({
  closed: z.boolean(),
  opens_on: maybe,
  time_zone: z.string(),
  /** The time at which applications open because an owner opened them, as `serverNow` counts, or null. Answered in seconds from now. */
  opens_in_seconds: z.pipe(
    z.nullable(z.number()),
    z.transform((seconds) => (seconds === null ? null : serverNow() + seconds * 1_000)),
  ),
  version: z.number(),
  changed_at: z.string(),
  changed_by: maybe,
  /** The number of addresses waiting for the opening. */
  waiting: z.number(),
});

type IntakeState = z.output<typeof intakeShape>;

const intakeQuery = queryOptions({
  queryKey: ['intake'],
  queryFn: () => call('review_intake', {}, intakeShape),
});

/** The owner's choice. A day is kept while the other choice is tried. */
const choiceShape = z.object({ closed: z.boolean(), hasDay: z.boolean(), day: z.string() });

type Choice = z.output<typeof choiceShape>;

const describe = ({ closed, hasDay, day }: Choice) =>
  closed ? (hasDay ? `Closed until ${day}` : 'Closed until they are opened again') : 'Open';

/** Closes and opens applications. */
function useIntake(intake: IntakeState) {
  return useSettingSave({
    name: 'intake',
    record: intake,
    query: intakeQuery,
    draftOf: ({ closed, opens_on: day }) => ({ closed, hasDay: !closed || day !== null, day: day ?? '' }),
    shape: choiceShape,
    send: ({ closed, hasDay, day }, seen) =>
      call(
        'review_intake_save',
        { seen_version: seen, closed, opens_on: closed && hasDay ? day : null },
        intakeShape,
      ),
  });
}

/** The state of applications. Every member sees it, owners close and open. */
export default function Intake() {
  const { isOwner } = useMe();
  const intake = useQuery(intakeQuery);
  return (
    <Section title="Open or closed">
      <Loaded query={intake} lines={4}>
        {(there) => <State intake={there} />}
      </Loaded>
      {intake.data && intake.data.opens_in_seconds !== null && (
        <Opening intake={intake.data} until={intake.data.opens_in_seconds} />
      )}
      <p className="text-sm text-ink-soft">
        While they are closed, the form says so and takes an address instead. Each confirmed address gets one
        email when applications open and is then deleted.
      </p>
      {intake.data && isOwner && intake.data.opens_in_seconds === null && <Form intake={intake.data} />}
    </Section>
  );
}

/** Names the lab's time zone where the reader's is another. */
const zoneNote = (zone: string) => (zone === timeZone() ? '' : ` (${zone})`);

function State({ intake }: { intake: IntakeState }) {
  const { closed, opens_on: opensOn, time_zone: zone, version, waiting } = intake;
  const now = useNow();
  const state = !closed
    ? 'Applications are open.'
    : opensOn
      ? `Applications are closed until ${showDay(opensOn)}${zoneNote(zone)}, when they open automatically.`
      : 'Applications are closed until they are opened again.';
  const waitingText =
    waiting === 0
      ? 'No address is waiting for the opening.'
      : `${plural(waiting, 'confirmed address is', 'confirmed addresses are')} waiting for the opening.`;
  return (
    <div role="status">
      <p>
        <strong>{state}</strong>
      </p>
      <p className="text-sm text-ink-soft">
        {version > 1
          ? phrase`Changed ${formatWhen(intake.changed_at, now)} by ${intake.changed_by ?? 'the command line'}. ${waitingText}`
          : waitingText}
      </p>
    </div>
  );
}

/** The opening that has begun, with a button that stops it. Shown until `until`, in milliseconds. */
function Opening({ intake: { version, waiting }, until }: { intake: IntakeState; until: number }) {
  const { isOwner } = useMe();
  const client = useQueryClient();
  const seconds = useCountdown(until);
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: intakeQuery.queryKey });
  }, [client, isOver]);
  const { save, isSaving } = useReviewSave({
    send: () => call('review_opening_stop', { seen_version: version }, intakeShape),
    done: (record) => {
      client.setQueryData(intakeQuery.queryKey, record);
      showToast({ title: 'Applications stay closed', text: 'No email was sent.' });
    },
    settled: () => client.invalidateQueries({ queryKey: intakeQuery.queryKey }),
  });
  if (isOver) return null;
  return (
    <section className="row gap-4 tabular-nums" aria-label="Opening">
      <p>{phrase`Applications open in ${seconds} s, and one email goes to ${formatPeople(waiting)}.`}</p>
      {isOwner && (
        <Button aria-disabled={isSaving || undefined} onClick={() => void save()}>
          Stop
        </Button>
      )}
    </section>
  );
}

const formatPeople = (count: number) => plural(count, 'person', 'people');

/** The next day in the lab's time zone. */
const tomorrow = (zone: string) => dayAfter(dayIn(zone, serverNow()), 1);

function Form({ intake }: { intake: IntakeState }) {
  const setting = useIntake(intake);
  const { draft, setDraft, save, isSaving } = setting;
  const zone = intake.time_zone;
  const [error, setError] = useState<string>();
  const close = () => {
    const isMissing = draft.hasDay && draft.day < tomorrow(zone);
    setError(isMissing ? 'Please choose a day in the future' : undefined);
    if (!isMissing) void save({ ...draft, closed: true });
  };
  return (
    <DraftForm
      setting={setting}
      describe={describe}
      label={!intake.closed ? 'Close applications' : 'Save'}
      isUnchanged={false}
      noValidate
      onSave={close}
      actions={
        intake.closed && (
          <Button aria-disabled={isSaving || undefined} onClick={() => save({ ...draft, closed: false })}>
            {intake.waiting === 0 ? 'Open applications' : `Open and email ${formatPeople(intake.waiting)}`}
          </Button>
        )
      }
    >
      <OpeningChoice {...{ draft, setDraft, error, zone }} />
    </DraftForm>
  );
}

interface ChoiceProps {
  draft: Choice;
  setDraft: (draft: Choice) => void;
  error: string | undefined;
  zone: string;
}

function OpeningChoice({ draft, setDraft, error, zone }: ChoiceProps) {
  const { hasDay, day } = draft;
  const choose = (part: Partial<Choice>) => setDraft({ ...draft, ...part });
  return (
    <>
      <fieldset className="stack gap-2 unframed">
        <legend>Until</legend>
        <Check
          type="radio"
          name="until"
          label="A day"
          checked={hasDay}
          onCheck={() => choose({ hasDay: true })}
        />
        <Check
          type="radio"
          name="until"
          label="I open them again"
          checked={!hasDay}
          onCheck={() => choose({ hasDay: false })}
        />
      </fieldset>
      {hasDay && (
        <Field
          label="They open on"
          type="date"
          min={tomorrow(zone)}
          hint={phrase`At midnight in the lab’s time zone, ${zone}.`}
          value={day}
          error={error}
          onChange={({ target }) => choose({ day: target.value })}
        />
      )}
    </>
  );
}

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../../ui/Button.tsx';
import { Field } from '../../../../../ui/form/Field.tsx';
import { useNow } from '../../../kernel/format/now.ts';
import { sayWhen } from '../../../kernel/format/time.tsx';
import { useMe } from '../../../kernel/data/me.tsx';
import { fill, useWords } from '../../../kernel/words.tsx';
import { Loaded, Section } from '../../../kernel/states/Section.tsx';
import styles from '../../../kernel/states/Section.module.css';
import { useIntake } from './use-intake.ts';
import { intakeQuery, type Intake as IntakeState } from './queries.ts';

/** The state of applications. Every member sees it, owners close and open. */
export default function Intake() {
  const { intake: words } = useWords();
  const { isOwner } = useMe();
  const intake = useQuery(intakeQuery);
  return (
    <Section title={words.title}>
      <Loaded query={intake} lines={4}>
        {(there) => <State intake={there} />}
      </Loaded>
      <p className="text-sm soft">{words.explain}</p>
      {intake.data && isOwner && <Form intake={intake.data} />}
    </Section>
  );
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

function State({
  intake: { closed, opens_on: opensOn, version, waiting, ...changed },
}: {
  intake: IntakeState;
}) {
  const { intake: words } = useWords();
  const now = useNow();
  const state = !closed
    ? words.open
    : opensOn
      ? fill(words.closedUntil, { day: dayFormat.format(Date.parse(opensOn)) })
      : words.closed;
  const told = waiting === 0 ? words.waitingNone : waiting === 1 ? words.waitingOne : words.waiting;
  return (
    <div role="status">
      <p>
        <strong>{state}</strong>
      </p>
      <p className="text-sm soft">
        {version > 1 &&
          fill(words.changed, {
            when: sayWhen(changed.changed_at, now),
            who: changed.changed_by ?? words.commandLine,
          })}{' '}
        {fill(told, { count: waiting })}
      </p>
    </div>
  );
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

function Form({ intake }: { intake: IntakeState }) {
  const { intake: words } = useWords();
  const { isStale, save, isSaving } = useIntake(intake);
  const [hasDay, setHasDay] = useState(true);
  const [day, setDay] = useState(intake.opens_on ?? '');
  const [error, setError] = useState<string>();
  const close = () => {
    const isMissing = hasDay && day < tomorrow();
    setError(isMissing ? words.dayMissing : undefined);
    if (!isMissing) save({ closed: true, opensOn: hasDay ? day : null });
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <fieldset className="stack gap-2 unframed">
        <legend>{words.until}</legend>
        <label className="check">
          <input type="radio" name="until" checked={hasDay} onChange={() => setHasDay(true)} /> {words.day}
        </label>
        <label className="check">
          <input type="radio" name="until" checked={!hasDay} onChange={() => setHasDay(false)} />{' '}
          {words.forGood}
        </label>
      </fieldset>
      {hasDay && (
        <Field
          label={words.opensOn}
          type="date"
          min={tomorrow()}
          value={day}
          error={error}
          onChange={({ target }) => setDay(target.value)}
        />
      )}
      {isStale && <p role="alert">{words.conflict}</p>}
      <div className="cluster gap-3">
        <Button type="submit" aria-disabled={isSaving || undefined}>
          {intake.closed ? words.change : words.close}
        </Button>
        {intake.closed && (
          <Button
            aria-disabled={isSaving || undefined}
            onClick={() => save({ closed: false, opensOn: null })}
          >
            {words.reopen}
          </Button>
        )}
      </div>
    </form>
  );
}

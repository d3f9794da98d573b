import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../../ui/Button.tsx';
import { scoringQuery } from '../../../kernel/data/queries.ts';
import { fill, useWords } from '../../../kernel/words.tsx';
import type { Scoring as ScoringShape } from '../../../kernel/data/shapes/application.ts';
import { Loaded, Section, SettingsForm } from '../../../kernel/states/Section.tsx';
import { Conflict } from '../../../kernel/conflicts/Conflict.tsx';
import { CriterionFields } from './CriterionFields.tsx';
import { type Draft, draftOf, MAX_CRITERIA } from './drafts.ts';
import styles from './Scoring.module.css';
import { useScoring } from './use-scoring.ts';

/** The criteria, and the visibility of others' scores, for owners. */
export default function Scoring() {
  const { scoring: words } = useWords();
  const scoring = useQuery(scoringQuery);
  return (
    <Section title={words.title} text={words.text}>
      <Loaded query={scoring} lines={8}>
        {(there) => <Form loaded={there} />}
      </Loaded>
    </Section>
  );
}

/** A scoring in lines, to compare with another. */
const said = ({ asked, hides }: Draft, hidesWords: string) =>
  [
    ...asked.map(({ label, anchors }) => `${label}: ${anchors.join(', ')}`),
    ...(hides ? [hidesWords] : []),
  ].join('\n');

function Form({ loaded }: { loaded: ScoringShape }) {
  const words = useWords();
  const { draft, theirs, isChanged, edit, save, isSaving, takeTheirs } = useScoring(loaded);
  const { scoring } = words;
  return (
    <SettingsForm
      className={styles['form']}
      look="solid"
      isSaving={isSaving}
      isUnchanged={!isChanged && !theirs}
      onSave={save}
      actions={
        <>
          {theirs && <Button onClick={takeTheirs}>{scoring.takeTheirs}</Button>}
          {isChanged && !theirs && <p className="text-sm soft">{scoring.unsaved}</p>}
        </>
      }
    >
      <HidesSwitch hides={draft.hides} onSwitch={(hides) => edit({ kind: 'hide', hides })} />
      <ol className={styles['criteria']}>
        {draft.asked.map((criterion, place) => (
          <CriterionFields
            key={criterion.id}
            criterion={criterion}
            place={place + 1}
            isLast={place === draft.asked.length - 1}
            isOnly={draft.asked.length === 1}
            onEdit={edit}
          />
        ))}
      </ol>
      <div className="cluster gap-3">
        <Button
          disabled={draft.asked.length >= MAX_CRITERIA}
          onClick={() => edit({ kind: 'add', id: crypto.randomUUID(), anchors: scoring.anchors })}
        >
          {scoring.add}
        </Button>
        {draft.asked.length >= MAX_CRITERIA && <p className="text-sm soft">{scoring.most}</p>}
      </div>
      <Retired draft={draft} onRestore={(id) => edit({ kind: 'restore', id })} />
      {theirs && (
        <Conflict
          role="alert"
          text={scoring.conflict}
          theirs={said(draftOf(theirs), scoring.hides)}
          yours={said(draft, scoring.hides)}
        />
      )}
    </SettingsForm>
  );
}

function HidesSwitch({ hides, onSwitch }: { hides: boolean; onSwitch: (hides: boolean) => void }) {
  const { scoring } = useWords();
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          checked={hides}
          aria-describedby="hides-text"
          onChange={({ target }) => onSwitch(target.checked)}
        />
        {scoring.hides}
      </label>
      <p id="hides-text" className="text-sm soft">
        {scoring.hidesText}
      </p>
    </div>
  );
}

function Retired({ draft, onRestore }: { draft: Draft; onRestore: (id: string) => void }) {
  const { scoring } = useWords();
  if (draft.retired.length === 0) return null;
  return (
    <div>
      <h4>{scoring.retired}</h4>
      <p className="text-sm soft">{scoring.retireText}</p>
      <ul className={styles['retired']}>
        {draft.retired.map(({ id, label }) => (
          <li key={id}>
            {label}
            <Button
              look="text"
              disabled={draft.asked.length >= MAX_CRITERIA}
              aria-label={fill(scoring.restoreLabel, { criterion: label })}
              onClick={() => onRestore(id)}
            >
              {scoring.restore}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { reviewLimits } from '@solostead/contract/review-limits';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { scoringQuery } from '../../../kernel/data/queries.ts';
import { phrase } from '../../../kernel/words.ts';
import { type Scoring, scoring as scoringShape } from '../../../kernel/data/shapes/application.ts';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { DraftForm } from '../parts/DraftForm.tsx';
import { Check } from '../../../kernel/controls/Check.tsx';
import { CriterionFields } from './CriterionFields.tsx';
import { afterSave, type Draft, draftOf, draftShape, edited, type Edit } from './drafts.ts';
import { call } from '../../../kernel/data/call.ts';
import { useRefresh } from '../../../kernel/data/saves.ts';
import { useSettingSave } from '../parts/use-setting-save.ts';
import styles from './Scoring.module.css';

/** The name of fair scoring, in the form and next to others' changes. */
const HIDES_OTHERS = 'Hide others’ scores and notes until members complete their own';

function useScoring(record: Scoring) {
  const refresh = useRefresh();
  return useSettingSave({
    name: 'scoring',
    record,
    query: scoringQuery,
    draftOf,
    shape: draftShape,
    send: async ({ active, hides }, seen) => {
      const criteria = active.map(({ key, label, anchors }) => ({ key, label, anchors }));
      const parameters = { seen_version: seen, criteria, hides_others_until_scored: hides };
      const saved = await call('review_scoring_save', parameters, scoringShape);
      void refresh();
      return saved;
    },
    merge: afterSave,
  });
}

const firstAnchors = ['No evidence', 'Weak', 'Solid', 'Strong', 'Outstanding'] as const;

/** The criteria, and the visibility of others' scores, for owners. */
export default function ScoringSettings() {
  const scoring = useQuery(scoringQuery);
  return (
    <Section
      title="Scoring"
      text="What reviewers score, in this order, from 1 to 5. Each step has a name, so that a 3 means the same to everyone."
    >
      <Loaded query={scoring} lines={8}>
        {(there) => <Form loaded={there} />}
      </Loaded>
    </Section>
  );
}

/** A scoring in lines, to compare with another. */
const describeDraft = ({ active, hides }: Draft) =>
  [
    ...active.map(({ label, anchors }) => `${label}: ${anchors.join(', ')}`),
    ...(hides ? [HIDES_OTHERS] : []),
  ].join('\n');

function Form({ loaded }: { loaded: Scoring }) {
  const setting = useScoring(loaded);
  const { draft } = setting;
  const edit = (change: Edit) => setting.setDraft(edited(draft, change));
  return (
    <DraftForm
      setting={setting}
      describe={describeDraft}
      className={`stack gap-5 ${styles['form']}`}
      look="solid"
    >
      <Check
        label={HIDES_OTHERS}
        hint="Reviewers and owners see what others think of an application once they have scored every criterion and said yes or no. Until then they see none of the others’ names, notes or averages, and in the order by rating the application is listed like one without a score. Readers give no scores and see none, except where they scored before."
        checked={draft.hides}
        onCheck={(hides) => edit({ kind: 'hide', hides })}
      />
      <Criteria active={draft.active} onEdit={edit} />
      <Retired draft={draft} onRestore={(id) => edit({ kind: 'restore', id })} />
    </DraftForm>
  );
}

function Criteria({ active, onEdit }: { active: Draft['active']; onEdit: (edit: Edit) => void }) {
  return (
    <>
      <ol className="stack">
        {active.map((criterion, place) => (
          <CriterionFields
            key={criterion.id}
            criterion={criterion}
            place={place + 1}
            count={active.length}
            onEdit={onEdit}
          />
        ))}
      </ol>
      <div className="cluster gap-3">
        <Button
          disabled={active.length >= reviewLimits.criteria}
          onClick={() => onEdit({ kind: 'add', id: crypto.randomUUID(), anchors: firstAnchors })}
        >
          Add a criterion
        </Button>
        {active.length >= reviewLimits.criteria && (
          <p className="text-sm text-ink-soft">Eight criteria is the limit.</p>
        )}
      </div>
    </>
  );
}

function Retired({ draft, onRestore }: { draft: Draft; onRestore: (id: string) => void }) {
  if (draft.retired.length === 0) return null;
  return (
    <div>
      <h4 className="text-md font-semibold">No longer asked</h4>
      <p className="text-sm text-ink-soft">Existing scores stay.</p>
      <ul className="stack">
        {draft.retired.map(({ id, label }) => (
          <li key={id} className={`cluster content-start gap-x-4 gap-y-1 touch ${styles['actions']}`}>
            <span>{label}</span>
            <Button
              look="text"
              disabled={draft.active.length >= reviewLimits.criteria}
              aria-label={phrase`Ask again for ${label}`}
              onClick={() => onRestore(id)}
            >
              Ask again
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

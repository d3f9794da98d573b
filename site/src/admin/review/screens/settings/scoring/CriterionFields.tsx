import { reviewLimits } from '@solostead/contract/review-limits';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/form/Field.tsx';
import { phrase } from '../../../kernel/words.ts';
import type { CriterionDraft, Edit } from './drafts.ts';
import styles from './Scoring.module.css';

interface Props {
  criterion: CriterionDraft;
  /** From 1. */
  place: number;
  count: number;
  onEdit: (edit: Edit) => void;
}

/** Returns the name in the labels of buttons and fields. A new criterion has none yet. */
const nameOf = ({ label }: CriterionDraft) => label || 'the new criterion';

export function CriterionFields({ criterion, place, count, onEdit }: Props) {
  const { id, label } = criterion;
  const called = nameOf(criterion);
  const buttons: readonly (readonly [string, string, boolean, Edit])[] = [
    ['Up', phrase`Move ${called} up`, place === 1, { kind: 'move', id, by: -1 }],
    ['Down', phrase`Move ${called} down`, place === count, { kind: 'move', id, by: 1 }],
    ['Retire', phrase`Retire ${called}`, count === 1, { kind: 'retire', id }],
  ];
  return (
    <li className={`stack ${styles['criterion']}`}>
      <Field
        label={phrase`Name of criterion ${place}`}
        maxLength={reviewLimits.criterionNameLength}
        required
        autoComplete="off"
        value={label}
        onChange={({ target }) => onEdit({ kind: 'text', id, label: target.value })}
      />
      <Anchors criterion={criterion} onEdit={onEdit} />
      <div className={`cluster content-start gap-x-4 gap-y-1 touch ${styles['actions']}`}>
        {buttons.map(([label, name, isOff, edit]) => (
          <Button key={label} look="text" disabled={isOff} aria-label={name} onClick={() => onEdit(edit)}>
            {label}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** The meaning of each step. A step's place is its score. */
function Anchors({ criterion, onEdit }: Pick<Props, 'criterion' | 'onEdit'>) {
  const { id, anchors } = criterion;
  return (
    <ol className={`stack gap-1 ${styles['anchors']}`}>
      {anchors.map((anchor, step) => (
        <li key={step}>
          <span aria-hidden="true">{step + 1}</span>
          <input
            aria-label={phrase`Step ${step + 1} of ${nameOf(criterion)}`}
            maxLength={reviewLimits.stepNameLength}
            required
            autoComplete="off"
            value={anchor}
            onChange={({ target }) => onEdit({ kind: 'text', id, anchors: anchors.with(step, target.value) })}
          />
        </li>
      ))}
    </ol>
  );
}

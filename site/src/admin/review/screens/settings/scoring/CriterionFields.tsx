import { Button } from '../../../../../ui/Button.tsx';
import { Field } from '../../../../../ui/form/Field.tsx';
import { fill, phrase } from '../../../kernel/words.ts';
import type { CriterionDraft, Edit } from './drafts.ts';
import styles from './Scoring.module.css';

interface Props {
  criterion: CriterionDraft;
  /** From 1. */
  place: number;
  isLast: boolean;
  isOnly: boolean;
  onEdit: (edit: Edit) => void;
}

/** Returns the name in the labels of buttons and fields. A new criterion has none yet. */
const nameOf = ({ label }: CriterionDraft) => label || 'the new criterion';

/** The form of one criterion with its name, the meaning of its steps, and its position. */
export function CriterionFields({ criterion, place, isLast, isOnly, onEdit }: Props) {
  const { id, label } = criterion;
  const called = { criterion: nameOf(criterion) };
  return (
    <li className={`stack ${styles['criterion']}`}>
      <Field
        label={phrase`Name of criterion ${place}`}
        maxLength={60}
        required
        autoComplete="off"
        value={label}
        onChange={({ target }) => onEdit({ kind: 'label', id, label: target.value })}
      />
      <Anchors criterion={criterion} onEdit={onEdit} />
      <div className={`cluster top gap-1-4 touch ${styles['actions']}`}>
        <Button
          look="text"
          disabled={place === 1}
          aria-label={fill('Move {criterion} up', called)}
          onClick={() => onEdit({ kind: 'move', id, by: -1 })}
        >
          Up
        </Button>
        <Button
          look="text"
          disabled={isLast}
          aria-label={fill('Move {criterion} down', called)}
          onClick={() => onEdit({ kind: 'move', id, by: 1 })}
        >
          Down
        </Button>
        <Button
          look="text"
          disabled={isOnly}
          aria-label={fill('Retire {criterion}', called)}
          onClick={() => onEdit({ kind: 'retire', id })}
        >
          Retire
        </Button>
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
            aria-label={fill('Step {score} of {criterion}', {
              criterion: nameOf(criterion),
              score: step + 1,
            })}
            maxLength={80}
            required
            autoComplete="off"
            value={anchor}
            onChange={({ target }) => onEdit({ kind: 'anchor', id, score: step + 1, anchor: target.value })}
          />
        </li>
      ))}
    </ol>
  );
}

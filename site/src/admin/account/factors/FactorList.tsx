import { Confirmed } from '../password/Confirmed.tsx';
import { factorNames, type Factor } from './factors.ts';
import { spellDate } from '../parts/Panel.tsx';
import styles from '../parts/Account.module.css';

interface Props {
  factors: readonly Factor[];
  onRemove: (id: string) => void;
}

/** The second factors of the account, of whichever kind, each with its way out. */
export function FactorList({ factors, onRemove }: Props) {
  if (factors.length === 0) return null;
  return (
    <ul className="full">
      {factors.map(({ id, kind, name, createdAt }) => (
        <li key={id} className={`row wrap apart gap-3 ${styles['row']}`}>
          <span>
            {name || factorNames[kind]}
            <small>{`${factorNames[kind]}, added ${spellDate(createdAt)}`}</small>
          </span>
          <Confirmed label="Remove" question="Really remove?" onConfirm={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  );
}

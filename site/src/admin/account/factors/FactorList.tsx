import type { AccountCopy } from '../../../content/admin/account.ts';
import { Confirmed } from '../password/Confirmed.tsx';
import type { Factor } from './factors.ts';
import { spellDate } from '../parts/Panel.tsx';
import styles from '../parts/Account.module.css';

interface Props {
  copy: AccountCopy['factor'];
  factors: readonly Factor[];
  onRemove: (id: string) => void;
}

/** The second factors of the account, of whichever kind, each with its way out. */
export function FactorList({ copy, factors, onRemove }: Props) {
  if (factors.length === 0) return null;
  return (
    <ul className={styles['rows']}>
      {factors.map(({ id, kind, name, createdAt }) => (
        <li key={id} className={styles['row']}>
          <span>
            {name || copy.kinds[kind]}
            <small>
              {copy.since.replace('{kind}', copy.kinds[kind]).replace('{date}', spellDate(createdAt))}
            </small>
          </span>
          <Confirmed label={copy.remove} question={copy.removeQuestion} onConfirm={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  );
}

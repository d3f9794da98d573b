import type { ReactNode } from 'react';
import { When } from '../../../kernel/format/time.tsx';
import styles from './Conversation.module.css';

export interface Line {
  readonly at: string;
  readonly shown: ReactNode;
}

/** The events, the latest first. */
export function Timeline({ lines }: { lines: readonly Line[] }) {
  return (
    <ol className={`stack gap-2 ${styles['history']}`}>
      {lines
        .toSorted((one, other) => other.at.localeCompare(one.at))
        .map(({ at, shown }, place) => (
          <li key={`${at}${place}`}>
            <When at={at} />
            <div>{shown}</div>
          </li>
        ))}
    </ol>
  );
}

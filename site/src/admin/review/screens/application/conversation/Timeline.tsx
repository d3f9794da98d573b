import type { ReactNode } from 'react';
import { When } from '../../../kernel/format/time.tsx';
import styles from './Conversation.module.css';

export interface Line {
  readonly at: string;
  readonly shown: ReactNode;
}

/** The events, the latest first, and below them the sentence about earlier ones that are not shown. */
export function Timeline({ lines, cut }: { lines: readonly Line[]; cut: string | false }) {
  return (
    <>
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
      {cut && <p className="small">{cut}</p>}
    </>
  );
}

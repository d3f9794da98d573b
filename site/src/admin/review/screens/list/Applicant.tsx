import { useMemo } from 'react';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { Appointment } from '../../kernel/format/time.tsx';
import { fill, useWords } from '../../kernel/words.tsx';
import type { RowLinks } from '../../kernel/rows/row-links.ts';
import { inPlace } from '../../../route/ViewLinks.tsx';
import styles from './ApplicationTable.module.css';

/** The number of tags in a row. The open application shows all of them. */
const TAGS = 2;

interface Props {
  row: Row;
  addressOf: (id: string) => string;
  onOpen: (id: string) => void;
  links: RowLinks;
}

/** The applicant in one line with name, address and notes about either. */
export function Applicant({ row, addressOf, onOpen, links }: Props) {
  const link = useMemo(() => links.keep(row.id), [links, row.id]);
  return (
    <div className={styles['applicant']}>
      <a
        ref={link}
        href={addressOf(row.id)}
        dir="auto"
        className={styles['name']}
        title={row.name}
        onClick={inPlace(() => onOpen(row.id))}
      >
        {row.name}
      </a>
      <span className={styles['email']} title={row.email}>
        {row.email}
      </span>
      <Marks row={row} />
    </div>
  );
}

function Marks({ row }: { row: Row }) {
  const { bounce, interview, list } = useWords();
  return (
    <span className={styles['marks']}>
      {row.interview_at && (
        <span>
          {interview.label} <Appointment at={row.interview_at} />
        </span>
      )}
      {row.email_bounced_at && <span className={styles['bounced']}>{bounce.short}</span>}
      {!row.email_confirmed_at && <span>{list.unconfirmed}</span>}
      {!row.linkedin && <span>{list.noProfile}</span>}
      {row.archived_at && <span>{list.archived}</span>}
      {row.tags.slice(0, TAGS).map((tag) => (
        <span key={tag} dir="auto" className={styles['tag']}>
          {tag}
        </span>
      ))}
      {row.tags.length > TAGS && <span>{fill(list.moreTags, { count: row.tags.length - TAGS })}</span>}
    </span>
  );
}

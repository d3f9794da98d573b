import { useMemo } from 'react';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { Appointment } from '../../kernel/format/time.tsx';
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
    <div className={`row gap-3 shrinks ${styles['applicant']}`}>
      <a
        ref={link}
        href={addressOf(row.id)}
        dir="auto"
        className={`clips strong ${styles['name']}`}
        title={row.name}
        onClick={inPlace(() => onOpen(row.id))}
      >
        {row.name}
      </a>
      <span className={`small clips ${styles['email']}`} title={row.email}>
        {row.email}
      </span>
      <Marks row={row} />
    </div>
  );
}

function Marks({ row }: { row: Row }) {
  return (
    <span className={`cluster gap-2 soft ${styles['marks']}`}>
      {row.interview_at && (
        <span>
          Interview <Appointment at={row.interview_at} />
        </span>
      )}
      {row.email_bounced_at && <span className="danger strong">Mail bounces</span>}
      {!row.email_confirmed_at && <span>Not confirmed</span>}
      {!row.linkedin && <span>No profile</span>}
      {row.archived_at && <span>Archived</span>}
      {row.tags.slice(0, TAGS).map((tag) => (
        <span key={tag} dir="auto" className={styles['tag']}>
          {tag}
        </span>
      ))}
      {row.tags.length > TAGS && <span>{`and ${row.tags.length - TAGS} more`}</span>}
    </span>
  );
}

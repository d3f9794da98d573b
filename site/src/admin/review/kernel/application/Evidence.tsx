import { useQuery } from '@tanstack/react-query';
import { evidenceQuery } from '../data/queries.ts';
import styles from './ApplicationPanel.module.css';

/** One thing that the applicant shipped, before all else, and whether they are about to be gone. */
export function Evidence({ applicationId }: { applicationId: string }) {
  const { data } = useQuery(evidenceQuery(applicationId));
  if (!data) return null;
  const { evidence, requests } = data;
  return (
    <>
      {requests.includes('erase') && (
        <p className={styles['warning']} role="status">
          The applicant asked for this to be erased. It will be gone within a minute or so.
        </p>
      )}
      {evidence && (
        <div>
          <h4>One thing they shipped</h4>
          <p className={styles['written']}>{evidence.words}</p>
          <p className={styles['written']}>
            <Shown href={evidence.link} />
          </p>
          {evidence.repository && (
            <p className={styles['written']}>
              <Shown href={evidence.repository} />
            </p>
          )}
        </div>
      )}
    </>
  );
}

/** An applicant's link, opened without a referrer. */
function Shown({ href }: { href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {href}
    </a>
  );
}

import { useQuery } from '@tanstack/react-query';
import { evidenceQuery } from '../data/queries.ts';
import { useWords } from '../words.tsx';
import styles from './ApplicationPanel.module.css';

/** One thing that the applicant shipped, before all else, and whether they are about to be gone. */
export function Evidence({ applicationId }: { applicationId: string }) {
  const { application } = useWords();
  const { data } = useQuery(evidenceQuery(applicationId));
  if (!data) return null;
  const { evidence, requests } = data;
  return (
    <>
      {requests.includes('erase') && (
        <p className={styles['warning']} role="status">
          {application.erasing}
        </p>
      )}
      {evidence && (
        <div>
          <h4>{application.evidence}</h4>
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

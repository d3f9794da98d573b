import { useQuery } from '@tanstack/react-query';
import { evidenceQuery } from '../data/queries.ts';
import { OutLink } from './Fact.tsx';

/** One thing that the applicant shipped, before all else, and whether they are about to be gone. */
export function Evidence({ applicationId }: { applicationId: string }) {
  const { data } = useQuery(evidenceQuery(applicationId));
  if (!data) return null;
  const { evidence, requests } = data;
  return (
    <>
      {requests.includes('erase') && (
        <p className="trouble" role="status">
          The applicant asked for this to be erased. It will be gone within a minute or so.
        </p>
      )}
      {evidence && (
        <div>
          <h4>One thing they shipped</h4>
          <p className="written">{evidence.words}</p>
          {[evidence.link, evidence.repository].map(
            (link) =>
              link && (
                <p key={link} className="written">
                  <OutLink href={link} />
                </p>
              ),
          )}
        </div>
      )}
    </>
  );
}

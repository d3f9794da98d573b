import { useQuery } from '@tanstack/react-query';
import { evidenceQuery } from '../../kernel/data/queries.ts';
import { LoadError } from '../../kernel/states/Placeholder.tsx';
import { OutLink } from './Fact.tsx';

interface Props {
  applicationId: string;
  /** The class of the link's domain above all else, which is left out without one. */
  domainClass?: string | undefined;
}

/** One thing that the applicant shipped, before all else. */
export function Evidence({ applicationId, domainClass }: Props) {
  const { data } = useQuery(evidenceQuery(applicationId));
  if (!data) return <LoadError what="What they shipped" of={evidenceQuery(applicationId)} />;
  const { evidence } = data;
  return (
    evidence && (
      <div>
        <h4>One thing they shipped</h4>
        {domainClass !== undefined && (
          <p className={`wrap-anywhere ${domainClass}`}>
            <OutLink href={evidence.link}>{URL.parse(evidence.link)?.host.replace(/^www\./, '')}</OutLink>
          </p>
        )}
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
    )
  );
}

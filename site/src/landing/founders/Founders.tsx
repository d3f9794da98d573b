import { Rosette } from './Rosette.tsx';
import { Section } from '../Section.tsx';
import styles from './Founders.module.css';

interface Props {
  title: string;
  lead: string;
  people: { id: string; short: string; role: string; bio: string; profile: string }[];
  sample: string;
  bio: string;
  profile: string;
}

/** Two executives by their roles, each with a profile link and a bio of its own address; marked as samples (contract P2.6). */
export function Founders({ title, lead, people, sample, bio, profile: profileLabel }: Props) {
  return (
    <Section id="founders" title={title} lead={lead}>
      <div className={styles['people']}>
        {people.map(({ id, short, role, bio: text, profile }, index) => (
          <article key={id} className={styles['person']} aria-labelledby={`founder-${id}`}>
            <Rosette
              loops={index === 0 ? 24 : 30}
              slimness={index === 0 ? 15 : 22}
              offset={index === 0 ? 12 : 22}
              className={styles['portrait']}
            />
            <div>
              <h3 id={`founder-${id}`} className={styles['role']}>
                <span>{short}</span> {role}
              </h3>
              <p className={styles['links']}>
                <span className={styles['sample']}>{sample}</span>
                <a href={`#bio-${id}`} aria-label={`${bio}, ${short}`}>
                  {bio}
                </a>
                <a href={profile} rel="noopener" aria-label={`${profileLabel}, ${short}`}>
                  {profileLabel}
                </a>
              </p>
            </div>
            <p id={`bio-${id}`} className={styles['bio']}>
              {text}
            </p>
          </article>
        ))}
      </div>
    </Section>
  );
}

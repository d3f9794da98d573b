import type { Content } from '../../content/read/read-content.ts';
import { Section } from '../Section.tsx';
import styles from './Founders.module.css';

type Props = Content<'landing'>['founders'];

function Person({
  founder,
  labels,
}: {
  founder: Props['people'][number];
  labels: Omit<Props, 'people' | 'title' | 'lead'>;
}) {
  const { id, short, name, role, bio, profile, shipped } = founder;
  return (
    <article className={styles['person']} aria-labelledby={`founder-${id}`}>
      <img
        src={`/portraits/${id}.svg`}
        alt=""
        width="300"
        height="360"
        loading="lazy"
        className={styles['portrait']}
      />
      <h3 id={`founder-${id}`} className={styles['name']}>
        {name}
      </h3>
      <p className={`caption ${styles['role']}`}>{role}</p>
      <p id={`bio-${id}`} className={styles['bio']}>
        {bio}
      </p>
      <p className={`cluster ${styles['links']}`}>
        <a href={`#bio-${id}`} aria-label={`${labels.bio}, ${short}`}>
          {labels.bio}
        </a>
        <a href={profile} rel="noopener" aria-label={`${labels.profile}, ${short}`}>
          {labels.profile}
        </a>
      </p>
      <h4 className={`caption ${styles['shipped']}`}>{labels.shipped}</h4>
      <dl className={styles['products']}>
        {shipped.map((product) => (
          <div key={product.name}>
            <dt>
              <a href={product.href} rel="noopener">
                {product.name}
              </a>
            </dt>
            <dd className="caption">{product.text}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

/**
 * Two executives next to each other, each with a profile link, a link to a bio and two products. Their names are
 * samples (contract P2.6).
 */
export function Founders({ title, lead, people, ...labels }: Props) {
  return (
    <Section id="founders" title={title} lead={lead} thread="threadLeft">
      <div className={styles['people']}>
        {people.map((founder) => (
          <Person key={founder.id} founder={founder} labels={labels} />
        ))}
      </div>
    </Section>
  );
}

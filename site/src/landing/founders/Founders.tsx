import { Section } from '../Section.tsx';
import styles from './Founders.module.css';

interface Props {
  title: string;
  lead: string;
  people: {
    id: string;
    short: string;
    name: string;
    role: string;
    bio: string;
    profile: string;
    shipped: { name: string; text: string; href: string }[];
  }[];
  shipped: string;
  bio: string;
  profile: string;
}

/**
 * Two executives, each with a profile link, a link to a bio and two products. Their names are samples (contract
 * P2.6).
 */
export function Founders({ title, lead, people, shipped, bio, profile: profileLabel }: Props) {
  return (
    <Section id="founders" title={title} lead={lead} thread="threadLeft">
      {people.map(({ id, short, name, role, bio: text, profile, shipped: products }) => (
        <article key={id} className={styles['person']} aria-labelledby={`founder-${id}`}>
          <img
            src={`/portraits/${id}.svg`}
            alt=""
            width="300"
            height="360"
            loading="lazy"
            className={styles['portrait']}
          />
          <div className={styles['words']}>
            <p className={styles['role']}>{role}</p>
            <h3 id={`founder-${id}`} className={styles['name']}>
              {name}
            </h3>
            <p id={`bio-${id}`} className={styles['bio']}>
              {text}
            </p>
            <p className={styles['links']}>
              <a href={`#bio-${id}`} aria-label={`${bio}, ${short}`}>
                {bio}
              </a>
              <a href={profile} rel="noopener" aria-label={`${profileLabel}, ${short}`}>
                {profileLabel}
              </a>
            </p>
          </div>
          <div className={styles['shipped']}>
            <h4>{shipped}</h4>
            <dl>
              {products.map((product) => (
                <div key={product.name}>
                  <dt>
                    <a href={product.href} rel="noopener">
                      {product.name}
                    </a>
                  </dt>
                  <dd>{product.text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </article>
      ))}
    </Section>
  );
}

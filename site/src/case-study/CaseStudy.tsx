import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { LongDay } from '../ui/LongDay.tsx';
import type { Content } from '../content/read/read-content.ts';
import { HoursFigure } from './HoursFigure.tsx';
import { PathFigure } from './PathFigure.tsx';
import { StackTable } from './StackTable.tsx';
import { TimelineFigure } from './TimelineFigure.tsx';
import styles from './CaseStudy.module.css';

type Copy = Content<'caseStudy'>;

function Chapter({ id, title, paragraphs, children }: Copy['overview'] & { children?: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['chapter']}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div className={styles['text']}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {children}
    </section>
  );
}

function Figures({ figures }: { figures: Copy['facts'] }) {
  return (
    <dl className={styles['facts']}>
      {figures.map(({ value, label }) => (
        <div key={label}>
          <dt>{value}</dt>
          <dd className="caption">{label}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The case study's conclusion in a sentence, its results, and the way to the form. */
function Outcome({ quote, outcome, next, join, home }: Copy['proof'] & { home: string }) {
  return (
    <>
      <p className={styles['quote']}>{quote}</p>
      <h3>{outcome.title}</h3>
      <Figures figures={outcome.figures} />
      <p className={styles['onward']}>{next}</p>
      <p className={`cluster ${styles['next']}`}>
        <ButtonLink look="solid" href="/?join">
          {join}
        </ButtonLink>
        <ButtonLink href="/">{home}</ButtonLink>
      </p>
    </>
  );
}

interface Props {
  copy: Omit<Copy, 'sample' | 'samples'>;
}

/** The author, the day of the opening, and a link to the product. */
const Byline = ({ by, author, date, product, href }: Copy['byline']) => (
  <p className={`cluster caption ${styles['byline']}`}>
    <span>
      {by} {author}
    </span>
    <LongDay day={date} />
    <a href={href} rel="noopener">
      {product}
    </a>
  </p>
);

/** The case study's title with its picture, its facts and the links to its sections. */
function Head({ copy, chapters }: Props & { chapters: readonly Copy['overview'][] }) {
  return (
    <header className={styles['head']}>
      <a href="/" className={styles['home']}>
        {copy.home}
      </a>
      <h1>{copy.title}</h1>
      <p className={styles['lead']}>{copy.lead}</p>
      <Byline {...copy.byline} />
      <figure className={styles['picture']}>
        <img src="/pictures/marketplace.svg" alt={copy.picture.description} width="960" height="600" />
        <figcaption className="caption">{copy.picture.title}</figcaption>
      </figure>
      <Figures figures={copy.facts} />
      <nav aria-label={copy.contents} className={styles['contents']}>
        <ol className="cluster">
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
    </header>
  );
}

/** The case study's six sections (contract P2.9), each with the figure that carries it. */
export function CaseStudy({ copy }: Props) {
  const { overview, opportunity, timeline, built, stack, proof } = copy;
  const chapters = [overview, opportunity, timeline, built, stack, proof];
  return (
    <article className={styles['study']}>
      <div className={styles['progress']} aria-hidden="true" />
      <Head copy={copy} chapters={chapters} />
      <Chapter {...overview} />
      <Chapter {...opportunity} />
      <Chapter {...timeline}>
        <TimelineFigure {...timeline} />
      </Chapter>
      <Chapter {...built}>
        <PathFigure {...built} />
        <dl className={styles['parts']}>
          {built.parts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Chapter>
      <Chapter {...stack}>
        <StackTable {...stack} />
        <HoursFigure {...stack} />
      </Chapter>
      <Chapter {...proof}>
        <Outcome {...proof} home={copy.home} />
      </Chapter>
    </article>
  );
}

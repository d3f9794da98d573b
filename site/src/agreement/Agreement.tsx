import type { Content } from '../content/read/read-content.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { LongDay } from '../ui/LongDay.tsx';
import { Month } from './Month.tsx';
import styles from './Agreement.module.css';

type Props = Omit<Content<'agreement'>, 'description' | 'sample'> & {
  builderPercent: number;
  /** A sentence that calls the text a sample. */
  sampleNote: string | undefined;
};

function Clauses({ clauses, plainly }: Pick<Props, 'clauses' | 'plainly'>) {
  return (
    <ol className={styles['clauses']}>
      {clauses.map(({ title, text, plain }) => (
        <li key={title}>
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
          <p className={styles['plain']}>
            <span className="caption">{plainly}</span>
            <span>{plain}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The page that a builder signs, each clause next to its meaning, a month worked out, and the way to the form. */
export function Agreement({ title, lead, version, versionLabel, date, sampleNote, ...props }: Props) {
  return (
    <article className={styles['agreement']}>
      <header className={styles['head']}>
        <h1>{title}</h1>
        <p className={styles['lead']}>{lead}</p>
        <p className="caption">
          <span>{`${versionLabel} ${version},`}</span> <LongDay day={date} />
        </p>
        {sampleNote && <p className={styles['sample']}>{sampleNote}</p>}
      </header>
      <Clauses clauses={props.clauses} plainly={props.plainly} />
      <Month {...props.month} builderPercent={props.builderPercent} />
      <p className={styles['soft']} data-figures hidden />
      <p className={styles['next']}>{props.next}</p>
      <ButtonLink look="solid" href="/?join">
        {props.join}
      </ButtonLink>
    </article>
  );
}

import type { Content } from '../../content/read/read-content.ts';
import { Film } from '../film/Film.tsx';
import { channels } from './people.ts';
import { MAX_PEOPLE } from './places.ts';
import { Team } from './Team.tsx';
import styles from './Thread.module.css';

type Hero = Content<'landing'>['hero'];

/**
 * The page's main figure, a team of up to twelve, its channels, and a range for their number. It falls from twelve
 * people to one when the page is shown, and rests there. The film below shows that end, one dot and one unbroken line.
 * people.ts handles the range.
 */
export function Thread({ people, channels: channelsLabel, hint, film }: Hero['thread'] & Pick<Hero, 'film'>) {
  return (
    <figure className={styles['stage']} data-thread={channelsLabel}>
      <div className={styles['picture']}>
        <Film {...film} />
        <svg viewBox="0 0 1000 1000" className={styles['drawing']} aria-hidden="true">
          <Team />
        </svg>
      </div>
      <figcaption className={styles['control']}>
        <p className={`caption ${styles['figure']}`}>
          <label htmlFor="people">{people}</label>
          <span className={styles['people']} aria-hidden="true">
            <span data-number>1</span>
          </span>
        </p>
        <p className={`caption ${styles['figure']}`}>
          <span id="channels-label">{channelsLabel}</span>
          <output
            htmlFor="people"
            aria-labelledby="channels-label"
            aria-live="off"
            className={styles['channels']}
          >
            <span data-number>{channels(1)}</span>
          </output>
        </p>
        <div className={styles['slider']}>
          <p id="people-hint" className={styles['hint']}>
            {hint}
          </p>
          <input
            id="people"
            type="range"
            min={1}
            max={MAX_PEOPLE}
            defaultValue={1}
            autoComplete="off"
            aria-valuetext={`1, ${channelsLabel}: ${channels(1)}`}
            aria-describedby="people-hint"
            className={styles['range']}
          />
        </div>
      </figcaption>
    </figure>
  );
}

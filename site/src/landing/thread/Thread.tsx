import { channels } from '../channels/channels.ts';
import { Film } from '../film/Film.tsx';
import { MAX_PEOPLE } from './places.ts';
import { Team } from './Team.tsx';
import styles from './Thread.module.css';

interface Props {
  people: string;
  channels: string;
  film: { speed: number; pause: string; play: string };
}

/**
 * The page's main figure, a team of up to twelve, its channels, and a range for their number. The film below shows
 * the end state, one dot and one unbroken line. people.ts handles the range. Without script the figure shows twelve.
 */
export function Thread({ people, channels: channelsLabel, film }: Props) {
  const most = channels(MAX_PEOPLE);
  return (
    <figure className={styles['stage']} data-thread={channelsLabel}>
      <div className={styles['picture']}>
        <Film {...film} />
        <svg viewBox="0 0 1000 1000" className={styles['drawing']} aria-hidden="true">
          <Team />
        </svg>
      </div>
      <figcaption className={styles['control']}>
        <p className={styles['figure']}>
          <label htmlFor="people">{people}</label>
          <span className={styles['people']} aria-hidden="true">
            <span data-number>{MAX_PEOPLE}</span>
          </span>
        </p>
        <p className={styles['figure']}>
          <span id="channels-label">{channelsLabel}</span>
          <output
            htmlFor="people"
            aria-labelledby="channels-label"
            aria-live="off"
            className={styles['channels']}
          >
            <span data-number>{most}</span>
          </output>
        </p>
        <input
          id="people"
          type="range"
          min={1}
          max={MAX_PEOPLE}
          defaultValue={MAX_PEOPLE}
          aria-valuetext={`${MAX_PEOPLE}, ${channelsLabel}: ${most}`}
          className={styles['range']}
        />
      </figcaption>
    </figure>
  );
}

import type { Content } from '../../content/read/read-content.ts';
import styles from './Film.module.css';

/**
 * The hero's film with an immediate poster. film.ts takes it out of its template after load and plays it, but not under
 * reduced motion or with save-data. A video in the page would cost the first paint the browser's 124 KB of styles for
 * media controls. Screen readers skip the decorative film and read its button.
 */
export function Film({ speed, pause, play }: Content<'landing'>['hero']['film']) {
  return (
    <div className={styles['film']} data-film={speed}>
      <div className={styles['pictures']}>
        <picture>
          <source type="image/avif" srcSet="/film/poster.avif" />
          <source type="image/webp" srcSet="/film/poster.webp" />
          <img className={styles['still']} src="/film/poster.jpg" alt="" width="720" height="720" />
        </picture>
        <template>
          <video
            className={styles['moving']}
            muted
            loop
            playsInline
            preload="none"
            width="720"
            height="720"
            aria-hidden="true"
            tabIndex={-1}
          >
            <source src="/film/one-line.av1.webm" type='video/webm; codecs="av01.0.08M.08"' />
            <source src="/film/one-line.mp4" type="video/mp4" />
          </video>
        </template>
      </div>
      <button type="button" className={styles['toggle']} data-pause={pause} data-play={play} hidden>
        {pause}
      </button>
    </div>
  );
}

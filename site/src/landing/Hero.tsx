import type { Content } from '../content/read/read-content.ts';
import { Button } from '../ui/Button.tsx';
import { Thread } from './thread/Thread.tsx';
import styles from './Hero.module.css';

/** Headline, Join Us and the figure that argues for both, with the film under its lines. */
export function Hero({ headline, lead, join, agreement, effort, thread, film }: Content<'landing'>['hero']) {
  return (
    <section className={styles['hero']} aria-labelledby="headline">
      <h1 id="headline" className={styles['headline']}>
        {headline}
      </h1>
      <Thread {...thread} film={film} />
      <div className={styles['words']}>
        <p className={styles['lead']}>{lead}</p>
        <p className={styles['ways']}>
          <Button look="solid" commandfor="join-dialog" command="show-modal">
            {join}
          </Button>
          <a href="/agreement">{agreement}</a>
        </p>
        <p id="first-screen" className={`caption ${styles['effort']}`}>
          {effort}
        </p>
      </div>
    </section>
  );
}

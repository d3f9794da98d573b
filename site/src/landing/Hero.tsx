import { Button } from '../ui/Button.tsx';
import { Film } from './film/Film.tsx';
import styles from './Hero.module.css';

interface Props {
  headline: string;
  lead: string;
  join: string;
  filmSpeed: number;
  pauseFilm: string;
  playFilm: string;
}

/** Headline, Join Us and the film. */
export function Hero({ headline, lead, join, filmSpeed, pauseFilm, playFilm }: Props) {
  return (
    <section className={styles['hero']} aria-labelledby="headline">
      <div className={styles['words']}>
        <h1 id="headline" className={styles['headline']}>
          {headline}
        </h1>
        <p className={styles['lead']}>{lead}</p>
        <Button look="solid" commandfor="join-dialog" command="show-modal">
          {join}
        </Button>
      </div>
      <div className={styles['film']}>
        <Film speed={filmSpeed} pause={pauseFilm} play={playFilm} />
      </div>
    </section>
  );
}

import { ButtonLink } from '../ButtonLink.tsx';
import styles from './ErrorNotice.module.css';

/**
 * Hidden in the HTML of a deferred island. hydrate.ts or WatchScripts.astro shows it when the script is lost. Its
 * link reloads the page, or requests the script again while the page can.
 */
export function ScriptLost({ text, again }: { text: string; again: string }) {
  return (
    <div className={styles['notice']} role="alert" data-script-lost="" hidden>
      <p>{text}</p>
      <ButtonLink href="">{again}</ButtonLink>
    </div>
  );
}

import { ButtonLink } from '../ButtonLink.tsx';
import { errorWords } from './error-words.ts';
import styles from './ErrorNotice.module.css';

/** Hidden in the HTML of a deferred island. hydrate.ts or WatchScripts.astro shows it when the script is lost. */
export function ScriptLost({ isInputSaved = false }) {
  return (
    <div className={styles['notice']} role="alert" data-script-lost="" hidden>
      <p>{isInputSaved ? `${errorWords.lost} ${errorWords.saved}` : errorWords.lost}</p>
      <ButtonLink href="">{errorWords.reload}</ButtonLink>
    </div>
  );
}

import { ButtonLink } from '../ButtonLink.tsx';
import { errorWords } from './error-words.ts';
import styles from './ErrorNotice.module.css';

/** Hidden in the HTML of a deferred island. hydrate.ts or WatchScripts.astro shows it when the script is lost. */
export function ScriptLost({ isTypedKept = false }) {
  return (
    <div className={styles['notice']} role="alert" data-script-lost="" hidden>
      <p>{isTypedKept ? `${errorWords.lost} ${errorWords.kept}` : errorWords.lost}</p>
      <ButtonLink href="">{errorWords.reload}</ButtonLink>
    </div>
  );
}

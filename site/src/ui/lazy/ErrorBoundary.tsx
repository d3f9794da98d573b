import { Component, useEffect, useState, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { keepInput, restoreInput } from '../kept-input.ts';
import { errorWords as words } from './error-words.ts';
import styles from './ErrorNotice.module.css';

/** The state of a part that stopped. */
export interface Caught {
  readonly error: Error;
  readonly onRetry: () => void;
}

interface Props {
  children: ReactNode;
  /** In place of a notice where the part stands. */
  show?: (caught: Caught) => ReactNode;
}

/** A part that fails sooner than this after it was rendered again has another error. */
const AGAIN_AFTER_MS = 1_000;

/**
 * Catches the errors of a part of a screen, including a script that does not load. Everything else stays. A program
 * that rewrites the page, such as a translation, may take elements away from React. The part is then rendered again,
 * with what was typed and its open dialog.
 */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };
  private kept?: ReturnType<typeof keepInput>;
  private renderedAgainAt = -Infinity;

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  // The elements that failed are still there.
  override getSnapshotBeforeUpdate(_: Props, before: { error: Error | null }): null {
    if (this.state.error && !before.error) this.kept = keepInput();
    return null;
  }

  override componentDidUpdate(_: Props, before: { error: Error | null }): void {
    const { error } = this.state;
    if (!error && before.error && this.kept) restoreInput(this.kept);
    if (!error || before.error || (error as ImportError).isLost) return;
    const now = performance.now();
    if (now - this.renderedAgainAt < AGAIN_AFTER_MS) return;
    this.renderedAgainAt = now;
    this.retry();
  }

  retry = (): void => {
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { show = notice, children } = this.props;
    const { error } = this.state;
    return error ? show({ error, onRetry: this.retry }) : children;
  }
}

/** Marked by lazy-screen.tsx, and by build/light-preload.mjs where only a new page helps. */
interface ImportError extends Error {
  readonly isLost?: boolean;
  readonly isRemembered?: boolean;
}

const notice = (caught: Caught) => (
  <div className={styles['notice']} role="alert">
    <ErrorNotice {...caught} />
  </div>
);

/** The error and the remedy, a retry or the newer version of the site. */
export function ErrorNotice({ error, onRetry }: Caught) {
  const { isLost, isRemembered } = error as ImportError;
  const isNewer = useNewerVersion(Boolean(isLost));
  const reload = () => location.reload();
  if (isNewer)
    return (
      <>
        <p>{`${words.newer.title} ${words.newer.text}`}</p>
        <Button look="solid" onClick={reload}>
          {words.newer.reload}
        </Button>
      </>
    );
  return (
    <>
      <p>{isLost ? words.lost : words.broken}</p>
      <Button onClick={isRemembered ? reload : onRetry}>{words.again}</Button>
    </>
  );
}

/** Returns true if the server has another version of this page. It only asks when a script was lost. */
function useNewerVersion(isAsked: boolean): boolean {
  const [isNewer, setNewer] = useState(false);
  useEffect(() => {
    if (isAsked) void hasNewerVersion().then(setNewer);
  }, [isAsked]);
  return isNewer;
}

/** The page's own scripts, whose names change with everything they lead to. */
const ownScripts = () =>
  [...document.scripts].filter(({ src }) => src).map(({ src }) => new URL(src).pathname);

/** Returns true if the server's version of this page names other scripts, and false without an answer. */
async function hasNewerVersion(): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(8_000) });
    const html = await answer.text();
    return answer.ok && !ownScripts().every((path) => html.includes(path));
  } catch {
    return false;
  }
}

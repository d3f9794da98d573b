import { Component, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { keepInput, restoreInput } from '../hydration/typed-input.ts';
import { errorWords as words } from './error-words.ts';
import styles from './ErrorNotice.module.css';

interface Props {
  children: ReactNode;
  /** In place of a notice where the part stands. */
  show?: (error: Error) => ReactNode;
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
  private input?: ReturnType<typeof keepInput>;
  private renderedAgainAt = -Infinity;

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  // The elements that failed are still there.
  override getSnapshotBeforeUpdate(_: Props, before: { error: Error | null }): null {
    if (this.state.error && !before.error) this.input = keepInput();
    return null;
  }

  override componentDidUpdate(_: Props, before: { error: Error | null }): void {
    const { error } = this.state;
    if (!error && before.error && this.input) restoreInput(this.input);
    if (!error || before.error) return;
    const { isLost, arrival } = error as ImportError;
    if (isLost) {
      arrival?.then(
        () => this.renderAgain(),
        () => {},
      );
      return;
    }
    const now = performance.now();
    if (now - this.renderedAgainAt < AGAIN_AFTER_MS) return;
    this.renderedAgainAt = now;
    this.renderAgain();
  }

  private renderAgain(): void {
    this.setState({ error: null });
  }

  override render(): ReactNode {
    const { show = notice, children } = this.props;
    const { error } = this.state;
    return error ? show(error) : children;
  }
}

/** Marked by lazy-screen.tsx. */
interface ImportError extends Error {
  readonly isLost?: boolean;
  /** Resolves when the script is there after all. */
  readonly arrival?: Promise<unknown>;
}

/** A notice where the part would be. `kept` is a sentence about what a reload keeps. */
export const notice = (error: Error, kept?: string) => (
  <div className={styles['notice']} role="alert">
    <ErrorNotice error={error} kept={kept} />
  </div>
);

/** One line that names the failure, and loads the page again. Browsers remember a failed import until then. */
export function ErrorNotice({ error, kept = '' }: { error: Error; kept?: string | undefined }) {
  return (
    <>
      <p>{(error as ImportError).isLost ? words.lost + (kept && ` ${kept}`) : words.broken}</p>
      <Button onClick={() => location.reload()}>{words.reload}</Button>
    </>
  );
}

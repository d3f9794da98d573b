import { Component, createContext, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { isNewerThere } from './isNewerThere.ts';
import styles from './Part.module.css';

/** What a part says that is not there. */
export interface Words {
  readonly lost: string;
  readonly broken: string;
  readonly again: string;
  readonly newer: { readonly title: string; readonly text: string; readonly reload: string };
}

const WordsContext = createContext<Words | null>(null);

/** Hands the words to every boundary below. */
export const PartWords = WordsContext.Provider;

/** What stands in the place of a part that stopped. */
export interface Stopped {
  readonly error: Error;
  readonly onRetry: () => void;
}

interface Props {
  children: ReactNode;
  /** Before the part is tried again: here, or where it is shown next. */
  onReset?: () => void;
  /** In place of a notice where the part stands. */
  show?: (stopped: Stopped) => ReactNode;
}

/** Holds what a part of a screen throws, its script that does not arrive among it: everything beside it stays. */
export class PartBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  retry = (): void => {
    this.props.onReset?.();
    this.setState({ error: null });
  };

  override componentWillUnmount(): void {
    if (this.state.error) this.props.onReset?.();
  }

  override render(): ReactNode {
    const { show = notice, children } = this.props;
    const { error } = this.state;
    return error ? show({ error, onRetry: this.retry }) : children;
  }
}

/** Marked by build/light-preload.mjs. */
interface ImportError extends Error {
  readonly isLost?: boolean;
  readonly isRemembered?: boolean;
}

const notice = (stopped: Stopped) => (
  <div className={styles['part']} role="alert">
    <StoppedWords {...stopped} />
  </div>
);

/** What is the matter, and the way on: to try again, or the newer version of the site. */
export function StoppedWords({ error, onRetry }: Stopped) {
  const words = useContext(WordsContext);
  const { isLost, isRemembered } = error as ImportError;
  const isNewer = useNewerThere(Boolean(isLost ?? isRemembered));
  if (!words) return null;
  const reload = () => location.reload();
  if (isNewer)
    return (
      <>
        <p>
          {words.newer.title} {words.newer.text}
        </p>
        <Button look="solid" onClick={reload}>
          {words.newer.reload}
        </Button>
      </>
    );
  return (
    <>
      <p>{isLost || isRemembered ? words.lost : words.broken}</p>
      <Button onClick={isRemembered ? reload : onRetry}>{words.again}</Button>
    </>
  );
}

/** Whether the server has another version of this page by now; asked only when a script was lost. */
function useNewerThere(isAsked: boolean): boolean {
  const [isNewer, setNewer] = useState(false);
  useEffect(() => {
    if (isAsked) void isNewerThere().then(setNewer);
  }, [isAsked]);
  return isNewer;
}

import { type RefCallback, useState } from 'react';
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { asReviewError } from '../data/review-error.ts';
import { words } from '../words.ts';
import styles from './Placeholder.module.css';
import type { Elements } from '#ui/elements.ts';

/** The shape of what is coming, while it is coming. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className={`stack gap-3 ${styles['skeleton']}`} role="status">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles['line']} aria-hidden="true" />
      ))}
    </div>
  );
}

/** An error while loading, with its reason and a remedy. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { errorKind, message } = asReviewError(error);
  const { title, text } = errorKind === 'offline' ? words.unanswered : words.errors[errorKind];
  return (
    <div className={`stack gap-3 justify-items-start ${styles['instead']}`} role="alert">
      <p className={`text-lg ${styles['insteadTitle']}`}>{title}</p>
      <p>{errorKind === 'refused' ? message : text}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

interface LoadErrorProps<Data, Key extends QueryKey> {
  /** The part's name, such as 'The tags'. */
  what: string;
  of: UseQueryOptions<Data, Error, Data, Key>;
}

/** One line for a part that would be missing without a word because its data could not be loaded, with a retry. */
export function LoadError<Data, Key extends QueryKey>({ what, of }: LoadErrorProps<Data, Key>) {
  const { isPending, isLoadingError, refetch } = useQuery(of);
  const [isRetrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await refetch();
    setRetrying(false);
  };
  return (
    // The line stays while it retries, so that the focus does.
    (isLoadingError || (isRetrying && isPending)) && (
      <p className={`cluster items-baseline gap-x-3 text-sm ${styles['missing']}`} role="alert">
        <span>{`${what} could not be loaded.`}</span>
        <Button
          look="text"
          aria-disabled={isRetrying || undefined}
          onClick={() => isRetrying || void retry()}
        >
          Try again
        </Button>
      </p>
    )
  );
}

interface EmptyProps {
  title: string;
  /** Makes the title focusable, where the focus would be lost otherwise. */
  titleRef?: RefCallback<HTMLElement>;
  text: string;
  children?: Elements;
}

/** Nothing is here, and what to do about it. */
export function Empty({ title, titleRef, text, children }: EmptyProps) {
  return (
    <div className={`stack gap-3 justify-items-start ${styles['instead']}`}>
      <p ref={titleRef} tabIndex={titleRef && -1} className={`text-lg ${styles['insteadTitle']}`}>
        {title}
      </p>
      <p>{text}</p>
      {children}
    </div>
  );
}

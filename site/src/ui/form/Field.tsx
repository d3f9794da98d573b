import { useId, type InputHTMLAttributes, type Ref, useEffect, useRef, type RefObject } from 'react';
import type { Elements } from '../elements.ts';
import styles from './Field.module.css';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  label: string;
  /** A standing sentence that helps to fill the field. */
  hint?: string | undefined;
  /** The current error, announced when it appears. */
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  children?: Elements;
}

/**
 * One labelled line of text with its hint and its error, tied together for screen readers. The children follow the line, for
 * example a suggestion.
 */
export function Field({ label, hint, error, className, children, ...input }: Props) {
  const id = useId();
  const describedBy = hint ? `${id}-hint ${id}-error` : `${id}-error`;
  return (
    <div className={[styles['field'], className].filter(Boolean).join(' ')}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <input
        dir={input.type ? undefined : 'auto'}
        {...input}
        id={id}
        className={styles['input']}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      />
      {children}
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={styles['error']} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** Focuses the first element of a new step as soon as it is rendered. */
export function useFocusOnMount<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}

/**
 * A ref for what a dialog focuses when it opens. React writes its `autoFocus` into the page's HTML, and into no element that is
 * made in the browser.
 */
export function markFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}

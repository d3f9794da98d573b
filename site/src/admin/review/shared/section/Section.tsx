import { useId } from 'react';
import type { Elements } from '#ui/elements.ts';
import styles from './Section.module.css';

/** A part of a screen with its title and an explanation. */
export function Section({ title, text, children }: { title: string; text?: string; children: Elements }) {
  const id = useId();
  return (
    <section className={`stack gap-3 min-w-0 relative ${styles['section']}`} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {text && <p className="text-sm text-ink-soft">{text}</p>}
      {children}
    </section>
  );
}

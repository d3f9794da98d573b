import { useId, type ComponentProps } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { SaveForm } from '../../../saving/SaveForm.tsx';
import { ErrorState, Skeleton } from './Placeholder.tsx';
import styles from './Section.module.css';
import type { Elements } from '#ui/elements.ts';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** The height of the placeholder. */
  lines: number;
  children: (data: Data) => Elements;
}

/** The data of a query, or a placeholder while it loads, or its error with a retry. */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>) {
  return (
    <>
      {query.isPending && <Skeleton lines={lines} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}

/** A part of the settings with its title and an explanation. */
export function Section({ title, text, children }: { title: string; text?: string; children: Elements }) {
  const id = useId();
  return (
    <section className={`stack gap-3 shrinks holds ${styles['section']}`} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {text && <p className="text-sm soft">{text}</p>}
      {children}
    </section>
  );
}

type SettingsFormProps = Omit<ComponentProps<typeof SaveForm>, 'label' | 'savingLabel'> & { label?: string };

/** A form of the settings, with the usual words on its button. */
export function SettingsForm(props: SettingsFormProps) {
  return (
    <SaveForm
      label="Save"
      savingLabel="Saving…"
      className={`stack gap-3 ${styles['form']}`}
      actionsClassName="cluster gap-3"
      {...props}
    />
  );
}

import type { ComponentProps } from 'react';
import { SaveForm } from '#admin/saving/SaveForm.tsx';
import styles from './SettingsForm.module.css';

type Props = Omit<ComponentProps<typeof SaveForm>, 'label'> & { label?: string };

/** A form of the settings, with the usual words on its button. */
export function SettingsForm(props: Props) {
  return (
    <SaveForm
      label="Save"
      savingLabel="Saving…"
      className={`stack gap-3 ${styles['form']}`}
      actionsClassName="row flex-wrap gap-3"
      {...props}
    />
  );
}

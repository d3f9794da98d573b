import type { ComponentProps } from 'react';
import { Button } from '#ui/Button.tsx';
import { Conflict } from '../../../kernel/conflicts/Conflict.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import type { useSettingSave } from './use-setting-save.ts';

type FormProps = ComponentProps<typeof SettingsForm>;

type Edited<Draft> = Pick<
  ReturnType<typeof useSettingSave<object, Draft>>,
  'draft' | 'theirs' | 'isChanged' | 'discard' | 'save' | 'isSaving'
>;

interface Props<Draft> extends Omit<FormProps, 'isSaving' | 'onSave'> {
  setting: Edited<Draft>;
  onSave?: FormProps['onSave'];
  /** Returns a draft in words, to compare it with another. */
  describe?: (draft: Draft) => string;
}

/** The form of a setting. It shows what is not saved yet, and both versions after a concurrent save. */
export function DraftForm<Draft>({ setting, describe, actions, children, ...props }: Props<Draft>) {
  const { draft, theirs, isChanged, discard, save, isSaving } = setting;
  return (
    <SettingsForm
      isUnchanged={!isChanged}
      onSave={() => void save()}
      {...props}
      isSaving={isSaving}
      actions={
        <>
          {actions}
          {isChanged && <Button onClick={discard}>{theirs === null ? 'Discard' : 'Discard mine'}</Button>}
          {isChanged && theirs === null && <p className="text-sm text-ink-soft">Not saved yet.</p>}
        </>
      }
    >
      {children}
      {theirs !== null && describe && (
        <Conflict
          role="alert"
          text="Someone else changed this since you opened it. Save again to replace the other version."
          theirs={describe(theirs)}
          yours={describe(draft)}
        />
      )}
    </SettingsForm>
  );
}

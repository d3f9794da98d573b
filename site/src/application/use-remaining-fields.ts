import { useCallback, useEffect, type KeyboardEvent, type MouseEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { completeProfile } from '@solostead/contract/profile';
import { describeRemaining, type RemainingCopy } from './remaining-fields.ts';
import { judgeApplication, type RuleMessages } from './rules.ts';
import type { JoinForm } from './use-join-form.ts';

interface Copy {
  readonly messages: RuleMessages;
  readonly left: RemainingCopy;
}

/**
 * The missing fields while the button is disabled (contract P5.1), as a sentence next to it. Enter and a press on the
 * button lead to the first of them.
 */
export function useRemainingFields(form: JoinForm, copy: Copy) {
  const findLeft = () => judgeApplication(form.getValues(), copy.messages).faults.map(([key]) => key);
  // Renders again at each change. Only the fields know what was typed before the script.
  useWatch({ control: form.control });
  const left = findLeft();

  const completeLinkedin = useCallback(() => {
    const typed = form.getValues('linkedin') ?? '';
    const profile = completeProfile(typed);
    if (profile !== typed) form.setValue('linkedin', profile, { shouldValidate: true, shouldDirty: true });
  }, [form]);

  useEffect(() => {
    // The field was left before this script arrived, and no event reports it.
    if (!document.querySelector('[name=linkedin]:focus')) completeLinkedin();
  }, [completeLinkedin]);
  const goToFirst = () => {
    completeLinkedin();
    const [first] = findLeft();
    if (first) void form.trigger(first, { shouldFocus: true });
    return first !== undefined;
  };
  // A browser does nothing at Enter while the button is disabled.
  const onKeyDown = (event: KeyboardEvent) => {
    const isField = (event.target as HTMLElement).localName === 'input';
    if (event.key === 'Enter' && isField && goToFirst()) event.preventDefault();
  };
  // A press on the disabled button reaches its row.
  const onClick = ({ target }: MouseEvent) => {
    if ((target as HTMLElement).matches('[data-send]')) goToFirst();
  };
  return { sentence: describeRemaining(left, copy.left), completeLinkedin, handlers: { onKeyDown, onClick } };
}

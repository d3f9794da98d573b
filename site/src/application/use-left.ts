import { useCallback, useMemo, type KeyboardEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { fieldsLeft, leftSentence, type LeftCopy } from './left.ts';
import { completeProfile } from './profile.ts';
import { applicationRules, type RuleMessages } from './rules.ts';
import type { JoinForm } from './use-join-form.ts';

interface Copy {
  readonly messages: RuleMessages;
  readonly left: LeftCopy;
}

/**
 * What is still missing while the button is disabled (contract P5.1): the sentence beside it, and the way to the first
 * field that lacks something, for Enter and for a press on the button.
 */
export function useLeft(form: JoinForm, copy: Copy) {
  const rules = useMemo(() => applicationRules(copy.messages), [copy]);
  // Renders again at each change; what was typed before the script came is only known to the fields.
  useWatch({ control: form.control });
  const left = fieldsLeft(rules, form.getValues());

  const completeLinkedin = useCallback(() => {
    const typed = form.getValues('linkedin') ?? '';
    const profile = completeProfile(typed);
    if (profile !== typed) form.setValue('linkedin', profile, { shouldValidate: true, shouldDirty: true });
  }, [form]);

  const goToFirst = () => {
    completeLinkedin();
    const [first] = fieldsLeft(rules, form.getValues());
    if (first) void form.trigger(first, { shouldFocus: true });
    return first !== undefined;
  };

  /** Enter in a line of text; a browser does nothing while the button is disabled. */
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    const isField = (event.target as HTMLElement).localName === 'input';
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isField) return;
    if (goToFirst()) event.preventDefault();
  };

  return { sentence: leftSentence(left, copy.left), goToFirst, onEnter, completeLinkedin };
}

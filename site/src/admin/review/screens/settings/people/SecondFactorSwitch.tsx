import { showToast } from '../../../../../ui/toast/show.ts';
import { Check } from '../../../kernel/controls/Check.tsx';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { useRefreshPeople } from '../../../kernel/people/use-people.ts';

/** The switch that requires a second factor of all members. */
export function SecondFactorSwitch() {
  const { second_factor_required: isRequired } = useMe();
  const { save } = useReviewSave({
    send: (required: boolean) => call('review_require_second_factor', { required }),
    done: (_, required) =>
      showToast({
        title: required ? 'A second factor is now required' : 'A second factor is no longer required',
      }),
    settled: useRefreshPeople(),
  });
  return (
    <Check
      label="Require a second factor of everyone"
      hint="People without one must set it up before they see applications."
      checked={isRequired}
      onCheck={(checked) => void save(checked)}
    />
  );
}

import { showToast } from '../../../../../ui/toast/show.ts';
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
    <div>
      <label className="row gap-2 large-box">
        <input
          type="checkbox"
          checked={isRequired}
          aria-describedby="second-factor-text"
          onChange={({ target }) => void save(target.checked)}
        />
        Require a second factor of everyone
      </label>
      <p id="second-factor-text" className="text-sm soft">
        People without one must set it up before they see applications.
      </p>
    </div>
  );
}

import { HONEYPOT_FIELD } from '../../../../supabase/functions/_shared/contract/honeypot.ts';

/** A field that people neither see nor reach, and that scripts fill in because it is there. */
export function Honeypot({ label }: { label: string }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        {label}
        <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

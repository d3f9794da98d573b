import { useMe } from '../../kernel/data/me.tsx';
import { formatAppointment } from '../../kernel/format/lab-time.ts';
import { formatMoment } from '../../kernel/format/time.tsx';

/** An appointment by the lab's clocks, with the reader's own time in its tooltip. */
export function Appointment({ at }: { at: string }) {
  const { time_zone: zone } = useMe();
  return (
    <time dateTime={at} title={`In your time zone: ${formatMoment(at)}`}>
      {formatAppointment(at, zone)}
    </time>
  );
}

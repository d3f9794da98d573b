import { showDay } from './days.ts';

/** An ISO day, such as 28 November 2026. */
export const LongDay = ({ day }: { day: string }) => <time dateTime={day}>{showDay(day)}</time>;

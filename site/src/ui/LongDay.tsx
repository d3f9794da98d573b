/** An ISO day, such as 28 November 2026. */
export const LongDay = ({ day }: { day: string }) => (
  <time dateTime={day}>
    {new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })}
  </time>
);

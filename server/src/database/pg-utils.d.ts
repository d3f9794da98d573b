/** The part of `pg` that turns JavaScript values into what PostgreSQL reads; its typings leave it out. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}

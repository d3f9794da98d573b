/** The part of `pg` that converts JavaScript values for PostgreSQL. Its typings leave it out. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}

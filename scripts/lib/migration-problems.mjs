/** @param {string} file @returns {string} */
const version = (file) => /^\d+/.exec(file)?.[0] ?? '';

/**
 * Returns a sentence for each file of a migrations folder whose name gives it no place in their order.
 * @param {readonly string[]} files
 * @param {string} now as a version, `20260102030405`
 */
export function migrationProblems(files, now) {
  return files.flatMap((file) => [
    ...(/^\d{14}_\w+\.sql$/.test(file)
      ? []
      : [`${file} is not named <year month day hour minute second>_<subject>.sql`]),
    ...(version(file) > now ? [`${file} is dated in the future`] : []),
    ...(files.some((other) => other !== file && version(other) === version(file))
      ? [`${file} shares its time with another`]
      : []),
  ]);
}

/** @param {string} file @returns {string} */
const version = (file) => /^\d+/.exec(file)?.[0] ?? '';

/**
 * Returns the reasons why the files of a migrations folder cannot be applied in the order of their names.
 * @param {readonly string[]} files
 * @param {readonly string[]} former those of the parent commit
 * @param {string} now as a version, `20260102030405`
 */
export function migrationProblems(files, former, now) {
  // A baseline replaces the whole history, so no file of the parent commit is left.
  const newest = files.some((file) => former.includes(file)) ? (former.map(version).sort().at(-1) ?? '') : '';
  return files.flatMap((file) => [
    ...(/^\d{14}_\w+\.sql$/.test(file)
      ? []
      : [`${file} is not named <year month day hour minute second>_<subject>.sql`]),
    ...(version(file) > now ? [`${file} is dated in the future`] : []),
    ...(!former.includes(file) && version(file) < newest
      ? [`${file} is new and dated before ${newest}`]
      : []),
    ...(files.some((other) => other !== file && version(other) === version(file))
      ? [`${file} shares its time with another`]
      : []),
  ]);
}

import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Formats a place in the file for people, such as `rules.rules, entry 3, old`. */
function place(path: readonly PropertyKey[]): string {
  return path.reduce<string>((words, part) => {
    if (typeof part === 'number') return `${words}, entry ${part + 1}`;
    return words === ''
      ? String(part)
      : /entry \d+$/.test(words)
        ? `${words}, ${String(part)}`
        : `${words}.${String(part)}`;
  }, '');
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
};

const units: Record<string, string> = { string: 'characters', array: 'entries' };

/** Returns a field's mistake, the rest of a sentence that begins with its name. */
function fault(issue: Issue): string {
  switch (issue.code) {
    case 'too_big':
      return `is too long: at most ${String(issue.maximum)} ${units[issue.origin] ?? ''}`.trimEnd();
    case 'too_small':
      return `is too short: at least ${String(issue.minimum)} ${units[issue.origin] ?? ''}`.trimEnd();
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'invalid_format':
      return `is not written as it must be: ${issue.format === 'regex' ? issue.pattern : issue.format}`;
    case 'unrecognized_keys':
      return `has a field that nothing shows: ${issue.keys.join(', ')}`;
    default:
      return issue.message;
  }
}

/**
 * One sentence for each mistake in a file, naming the file and the field.
 * @param file its name, as a person finds it
 * @param issues what the schema found
 */
export function sentences(file: string, issues: readonly Issue[]): string[] {
  return issues.map((issue) => {
    const field = place(issue.path);
    return `${file}: ${field === '' ? 'the file' : field} ${fault(issue)}.`;
  });
}

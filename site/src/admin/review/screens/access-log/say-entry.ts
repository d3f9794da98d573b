import { sayCount } from '../../kernel/format/number.ts';
import { fill, accessNames, statusLabel } from '../../kernel/words.ts';
import { sentenceOf } from './log-kinds.ts';
import type { LogEntry } from './log-shapes.ts';

/** The reasons of an erasure. */
const reasons: Readonly<Record<string, string>> = {
  owner: 'by an owner',
  applicant: 'by the applicant',
  retention: 'its time was over',
};

const plain = (value: unknown) => (value === null || value === undefined ? '' : String(value));
const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const spaced = (key: string) => key.replaceAll('_', ' ');
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns 'answer days: 10 → 12, subject', which is numbers and switches with their values, and texts without. */
function sayChanges(changed: unknown): string {
  return Object.entries(asObject(changed))
    .map(([key, values]) =>
      Array.isArray(values) ? `${spaced(key)}: ${values.map(plain).join(' → ')}` : spaced(key),
    )
    .join(', ');
}

/** Returns the action without its author. An unknown kind is shown by name. */
export function sayDeed({ kind, detail, rows }: LogEntry): string {
  const sentence = sentenceOf(kind);
  if (sentence === undefined) return capitalised(spaced(kind));
  const access = (name: unknown) =>
    (Object.entries(accessNames).find(([known]) => known === name)?.[1] ?? plain(name)).toLowerCase();
  return fill(sentence, {
    rows: sayCount(rows ?? 0),
    member: plain(detail['member_email']) || 'someone who has left',
    from: access(detail['from']),
    to: access(detail['to']),
    status: statusLabel(plain(detail['status'])),
    changed: sayChanges(detail['changed']),
    host: plain(detail['host']),
  });
}

/** Returns further parts of an entry, such as an export's filter or the reason of an erasure. */
export function sayMore({ kind, detail, content, rows, reason }: LogEntry): readonly string[] {
  const asked = Object.entries({ ...asObject(detail['filter']), ...content }).filter(
    ([, value]) => value !== null,
  );
  const sayValue = (key: string, value: unknown) =>
    key === 'status' ? statusLabel(plain(value)) : plain(value);
  const why = reason && Object.hasOwn(reasons, reason) ? reasons[reason] : null;
  return [
    ...(detail['format'] ? [plain(detail['format']).toUpperCase()] : []),
    ...asked.map(
      ([key, value]) =>
        `${spaced(key)}: ${[value]
          .flat()
          .map((one) => sayValue(key, one))
          .join(', ')}`,
    ),
    ...(kind === 'export_started' ? [`applications handed out: ${sayCount(rows ?? 0)}`] : []),
    ...(detail['by'] ? [plain(detail['by'])] : []),
    ...(why ? [why] : []),
    ...(detail['includes_person'] === true ? ['with name, e-mail and profile'] : []),
  ];
}

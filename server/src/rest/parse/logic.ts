import { type Field, scanField } from './field.ts';
import { type Condition, scanCondition, scanTreeValue } from './filter.ts';
import type { Scanner } from './scanner.ts';

/** A condition on a field, or several joined by `and` or `or`, perhaps negated. */
export type LogicTree =
  | { readonly kind: 'condition'; readonly field: Field; readonly condition: Condition }
  | {
      readonly kind: 'group';
      readonly negated: boolean;
      readonly by: 'and' | 'or';
      readonly members: readonly LogicTree[];
    };

/** Parses the members of a tree with its parentheses, `(a.eq.1,not.or(b.gt.2,c.is.null))`. */
export function scanMembers(scanner: Scanner): LogicTree[] {
  return scanner.nested(() => {
    const members: LogicTree[] = [];
    scanner.skipSpace();
    scanner.expect('(');
    do {
      scanner.skipSpace();
      members.push(scanTree(scanner));
      scanner.skipSpace();
    } while (scanner.take(','));
    scanner.expect(')', '"," or ")"');
    scanner.skipSpace();
    return members;
  });
}

const MEMBER = 'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)';
const GROUP_HEAD = /(not\.)?(and|or)(?=[ \t]*\()/y;

function scanTree(scanner: Scanner): LogicTree {
  scanner.count('conditions');
  const head = scanner.match(GROUP_HEAD);
  if (head !== null)
    return {
      kind: 'group',
      negated: head.startsWith('not.'),
      by: head.endsWith('or') ? 'or' : 'and',
      members: scanMembers(scanner),
    };
  const field = scanField(scanner, MEMBER);
  scanner.expect('.', 'delimiter (.)');
  return { kind: 'condition', field, condition: scanCondition(scanner, scanTreeValue) };
}

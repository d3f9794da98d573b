import { type NodeValue, readNodeTree } from './node-tree.ts';

/** A column of a view that shows a column of another relation (by its number) unchanged. */
export interface ShownColumn {
  readonly number: number;
  readonly relation: string;
  readonly column: number;
}

/** Finds which columns of a view show which columns of its sources, from its rewrite rule's node tree. */
export function shownColumns(action: string): ShownColumn[] {
  const tree = readNodeTree(action);
  const query = Array.isArray(tree) ? (tree as NodeValue[])[0] : tree;
  const targets = isNode(query) ? query.fields['targetList'] : [];
  if (!Array.isArray(targets)) return [];
  return (targets as NodeValue[]).flatMap((target) => {
    if (!isNode(target) || target.fields['resjunk'] !== 'false') return [];
    const relation = String(target.fields['resorigtbl']);
    if (relation === '0') return [];
    return [
      { number: Number(target.fields['resno']), relation, column: Number(target.fields['resorigcol']) },
    ];
  });
}

function isNode(value: NodeValue | undefined): value is Exclude<NodeValue, string | readonly NodeValue[]> {
  return typeof value === 'object' && !Array.isArray(value);
}

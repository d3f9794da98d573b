/** The markup that a response may have, far above what identity providers send. */
const MAX_ELEMENTS = 2_000;
const MAX_MARKUP = 2 * MAX_ELEMENTS + 100;
const MAX_EQUALS_SIGNS = 3_000;
const MAX_REFERENCES = 2_000;
const MAX_NAMESPACES = 200;
const MAX_CHILDREN = 10;
const MAX_SIBLINGS = 500;
const MAX_ATTRIBUTES = 50;
const MAX_DEPTH = 30;

/**
 * Returns true if a text is small enough for a parser of XML. It counts characters that begin an element, an attribute,
 * a namespace or a reference, wherever they are, because only a parser knows if they are markup. A document type is
 * refused, so there are no entities.
 */
export function isBoundedText(xml: string): boolean {
  return (
    !/<!DOCTYPE/i.test(xml) &&
    isAtMost(xml, '<', MAX_MARKUP) &&
    isAtMost(xml.replaceAll('</', ''), '<', MAX_ELEMENTS) &&
    isAtMost(xml, '=', MAX_EQUALS_SIGNS) &&
    isAtMost(xml, 'xmlns', MAX_NAMESPACES) &&
    isAtMost(xml, '&', MAX_REFERENCES)
  );
}

function isAtMost(text: string, part: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    count += 1;
    if (count > most) return false;
  }
  return true;
}

/** Returns true if a parsed response has few children and no element is deep, wide or full of attributes. */
export function isBoundedDocument(root: Element): boolean {
  if (elementsOf(root).length > MAX_CHILDREN) return false;
  const pending: (readonly [Element, number])[] = [[root, 1]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [element, depth] = next;
    if (depth > MAX_DEPTH || element.attributes.length > MAX_ATTRIBUTES) return false;
    if (element.childNodes.length > MAX_SIBLINGS) return false;
    for (const child of elementsOf(element)) pending.push([child, depth + 1]);
  }
  return true;
}

/** The child elements of a node. */
export const elementsOf = (parent: Element): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1);

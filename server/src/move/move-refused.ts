/** The move cannot be made; the message is one sentence. Nothing was changed at the target. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}

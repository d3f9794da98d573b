/** The move cannot be made; the message is one sentence. Nothing was changed at the target. */
export class GraduationRefused extends Error {
  override name = 'GraduationRefused';
}

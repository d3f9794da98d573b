/** Why a benchmark cannot be run here, with what to do about it: printed as one sentence, without a stack. */
export class CannotRun extends Error {}

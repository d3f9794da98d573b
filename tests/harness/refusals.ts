/** What `Member.refusal` returns of each kind of refusal, to be matched. */
const refusal = (status: number, code: string) => (message?: string) => ({
  status,
  code,
  ...(message !== undefined && { message }),
});

export const badRequest = refusal(400, '22023');
export const forbidden = refusal(403, '42501');
export const notFound = refusal(404, 'PT404');
export const unprocessable = refusal(422, 'PT422');

/** A change of what someone else has changed, with the state that it has now. */
export const conflict = (detail: object) => ({ status: 409, code: 'PT409', detail });

/** What the doctor says of one thing; `says` is a sentence, with what to do when it is not fine. */
export interface Finding {
  readonly about: string;
  readonly state: 'fine' | 'warning' | 'wrong';
  readonly says: string;
}

export const fine = (about: string, says: string): Finding => ({ about, state: 'fine', says });
export const warning = (about: string, says: string): Finding => ({ about, state: 'warning', says });
export const wrong = (about: string, says: string): Finding => ({ about, state: 'wrong', says });

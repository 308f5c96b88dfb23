import { isDigits } from '../../kernel/digits.ts'

/** Maximum digits of the member number and of the letter id (CL-14, CL-15). */
export const maxLetterDigits = 12

/** The letter return form, with its wire names. */
export interface LetterForm {
  readonly memberNumber: string
  readonly letterId: string
}

export type LetterProblem =
  | { readonly code: 'member-number-missing'; readonly field: 'memberNumber' }
  | { readonly code: 'letter-id-missing'; readonly field: 'letterId' }
  | { readonly code: 'letter-number-not-valid'; readonly field: 'memberNumber' | 'letterId' }

/** Returns every problem of the form (CL-12 to CL-19). */
export const checkLetter = ({ memberNumber, letterId }: LetterForm): readonly LetterProblem[] => [
  ...(memberNumber.trim() === ''
    ? [{ code: 'member-number-missing', field: 'memberNumber' } as const]
    : checkNumber(memberNumber, 'memberNumber')),
  ...(letterId.trim() === ''
    ? [{ code: 'letter-id-missing', field: 'letterId' } as const]
    : checkNumber(letterId, 'letterId')),
]

const checkNumber = (text: string, field: 'memberNumber' | 'letterId'): readonly LetterProblem[] =>
  isDigits(text) && text.length <= maxLetterDigits && Number(text) > 0
    ? []
    : [{ code: 'letter-number-not-valid', field }]

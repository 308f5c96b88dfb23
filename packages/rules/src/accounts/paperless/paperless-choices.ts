/** A member's choices for the bills of one account. */
export interface PaperlessChoice {
  /** New bills are announced by email. */
  readonly isEmail: boolean
  /** Bills are not sent by mail. */
  readonly isPaperless: boolean
  /** Other documents are not sent by mail either. */
  readonly isPaperlessOther: boolean
}

export type PaperlessOption = keyof PaperlessChoice

/** The email is the only announcement of a paperless bill, so it cannot be turned off (MP-48 to MP-51). */
export const isEmailLocked = (choice: PaperlessChoice): boolean => choice.isPaperless

/**
 * Switches one option of a choice. A paperless bill turns the email on and keeps it on. The email also stays on when paperless
 * billing is turned off again.
 */
export function withOption<Choice extends PaperlessChoice>(
  choice: Choice,
  option: PaperlessOption,
  isOn: boolean,
): Choice {
  const changed = { ...choice, [option]: isOn }
  return isEmailLocked(changed) ? { ...changed, isEmail: true } : changed
}

/** Sets an option for every account, as the checkbox in the header does. A locked email notice stays on. */
export const withOptionForAll = <Choice extends PaperlessChoice>(
  choices: readonly Choice[],
  option: PaperlessOption,
  isOn: boolean,
): readonly Choice[] => choices.map((choice) => withOption(choice, option, isOn))

/** Whether every account has an option, as the checkbox in the header shows; false without accounts. */
export const isOnForAll = (choices: readonly PaperlessChoice[], option: PaperlessOption): boolean =>
  choices.length > 0 && choices.every((choice) => choice[option])

/** With every bill paperless, the header's checkbox for email notices can change nothing. */
export const isEmailHeaderLocked = (choices: readonly PaperlessChoice[]): boolean => isOnForAll(choices, 'isPaperless')

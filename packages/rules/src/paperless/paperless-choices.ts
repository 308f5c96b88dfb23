/** What a member chooses for the bills of one account. */
export interface PaperlessChoice {
  /** An e-mail says that there is a new bill. */
  readonly isEmail: boolean
  /** No bill comes by mail. */
  readonly isPaperless: boolean
  /** Nothing else comes by mail either. */
  readonly isPaperlessOther: boolean
}

export type PaperlessOption = keyof PaperlessChoice

/** Members learn of a paperless bill by e-mail only, so that e-mail cannot be turned off (MP-48 to MP-51). */
export const isEmailLocked = (choice: PaperlessChoice): boolean => choice.isPaperless

/**
 * A choice with one option switched. A paperless bill switches the e-mail on; while the bill is paperless, the e-mail
 * stays on; it also stays on when the bill comes by mail again.
 */
export function withOption<Choice extends PaperlessChoice>(
  choice: Choice,
  option: PaperlessOption,
  isOn: boolean,
): Choice {
  const changed = { ...choice, [option]: isOn }
  return isEmailLocked(changed) ? { ...changed, isEmail: true } : changed
}

/** The header box of an option: every account at once. Where the e-mail is locked, it stays on. */
export const withOptionForAll = <Choice extends PaperlessChoice>(
  choices: readonly Choice[],
  option: PaperlessOption,
  isOn: boolean,
): readonly Choice[] => choices.map((choice) => withOption(choice, option, isOn))

/** Whether every account has an option, as its header box shows; there is nothing to show without accounts. */
export const isOnForAll = (choices: readonly PaperlessChoice[], option: PaperlessOption): boolean =>
  choices.length > 0 && choices.every((choice) => choice[option])

/** With every bill paperless, the e-mail's header box can change nothing. */
export const isEmailHeaderLocked = (choices: readonly PaperlessChoice[]): boolean => isOnForAll(choices, 'isPaperless')

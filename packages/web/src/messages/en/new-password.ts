import type { PasswordCriteria } from '@coopline/rules/identity/password/check-password'

type Criterion = readonly [name: keyof PasswordCriteria, words: string]

const criteria = (minLength: number): readonly Criterion[] => [
  ['hasLength', `${minLength} to 50 characters`],
  ['hasLowercase', 'a lowercase letter'],
  ['hasUppercase', 'an uppercase letter'],
  ['hasDigit', 'a number'],
  ['hasSpecial', 'a special character: !@#$%^&*'],
]

/** From the weakest to the strongest. */
const levels: readonly [string, string, string, string, string] = ['very weak', 'weak', 'fair', 'good', 'strong']

/** A new password and its confirmation, wherever one is chosen. */
export const texts = {
  password: 'Password',
  confirm: 'Confirm password',
  criteriaLead: 'It must have:',
  criteria,
  criterionMet: 'done',
  strength: (level: string) => `Password strength: ${level}`,
  levels,
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  showConfirm: 'Show confirm password',
  hideConfirm: 'Hide confirm password',
  words: {
    show: 'Show',
    hide: 'Hide',
    shown: 'Your password is visible.',
    hidden: 'Your password is hidden.',
    pasteRefused: 'Type your password. Pasting is turned off.',
  },
}

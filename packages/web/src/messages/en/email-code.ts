/** The code for a new email address of a login. */
export const texts = {
  label: 'Email verification code',
  hint: 'Six digits. The email can take a few minutes.',
  sendAgain: 'Send a new code',
}

/** The warning before a session ends. */
export const texts = {
  title: 'You will be signed out soon',
  idle: 'You have not been active for a while. To protect your account, we will sign you out unless you stay signed in.',
  longest: 'You have been signed in for a long time. You can sign in again right after your session ends.',
  left: (seconds: number) => (seconds === 1 ? '1 second left' : `${seconds} seconds left`),
  stay: 'Stay signed in',
  staying: 'One moment…',
  signOut: 'Sign out',
  signingOut: 'Signing out…',
  close: 'Close',
}

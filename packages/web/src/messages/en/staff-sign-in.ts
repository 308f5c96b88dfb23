/** The staff console: signing in, setting up a login, and what stands around each page. */
export const texts = {
  frame: {
    menu: 'Staff console',
    console: 'Staff console',
    signOut: 'Sign out',
    roles: { support: 'Support', billing: 'Billing', content: 'Content', admin: 'Administrator' },
  },
  signIn: {
    heading: 'Staff sign-in',
    lead: 'For employees of the cooperative. Members sign in on the member portal.',
    username: 'Username',
    password: 'Password',
    code: 'Code from your authenticator app',
    codeHint: 'Six digits',
    submit: 'Sign in',
    busy: 'Signing in…',
    lost: 'Forgot your password or lost your phone? Ask your administrator for a new set-up link.',
    isSetUp: 'Your login is ready. Wait for the next code of your app, then sign in.',
  },
  setUp: {
    heading: 'Set up your staff login',
    checking: 'Checking your link…',
    noLink: 'Open the set-up link that your administrator gave you.',
    username: 'Username',
    app: 'Add your authenticator app',
    appMore: 'The app shows a new six-digit code every 30 seconds. You need it each time you sign in.',
    password: 'Choose a password',
    finish: 'Enter the code that the app shows',
    code: 'Code from your authenticator app',
    submit: 'Finish set-up',
    busy: 'Saving…',
  },
}

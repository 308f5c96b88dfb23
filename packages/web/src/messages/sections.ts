/**
 * The catalogue's sections, each loaded on its own and in one language: the shell's with every page, the others with
 * the pages that name them in the route table.
 */
export const sections = {
  shell: { en: () => import('./en/shell.ts'), es: () => import('./es/shell.ts') },
  site: { en: () => import('./en/site.ts'), es: () => import('./es/site.ts') },
  payMultiple: { en: () => import('./en/pay-multiple.ts'), es: () => import('./es/pay-multiple.ts') },
  scheduledPayments: {
    en: () => import('./en/scheduled-payments.ts'),
    es: () => import('./es/scheduled-payments.ts'),
  },
  quickPay: { en: () => import('./en/quick-pay.ts'), es: () => import('./es/quick-pay.ts') },
  signIn: { en: () => import('./en/sign-in.ts'), es: () => import('./es/sign-in.ts') },
  newPassword: { en: () => import('./en/new-password.ts'), es: () => import('./es/new-password.ts') },
  registration: { en: () => import('./en/registration.ts'), es: () => import('./es/registration.ts') },
  credentialRecovery: {
    en: () => import('./en/credential-recovery.ts'),
    es: () => import('./es/credential-recovery.ts'),
  },
  session: { en: () => import('./en/session.ts'), es: () => import('./es/session.ts') },
  stepUp: { en: () => import('./en/step-up.ts'), es: () => import('./es/step-up.ts') },
  myProfile: { en: () => import('./en/my-profile.ts'), es: () => import('./es/my-profile.ts') },
  authenticatorApp: { en: () => import('./en/authenticator-app.ts'), es: () => import('./es/authenticator-app.ts') },
  passkeys: { en: () => import('./en/passkeys.ts'), es: () => import('./es/passkeys.ts') },
  loginSecurity: { en: () => import('./en/login-security.ts'), es: () => import('./es/login-security.ts') },
  bills: { en: () => import('./en/bills.ts'), es: () => import('./es/bills.ts') },
  billChange: { en: () => import('./en/bill-change.ts'), es: () => import('./es/bill-change.ts') },
  billHistory: { en: () => import('./en/bill-history.ts'), es: () => import('./es/bill-history.ts') },
  arrangements: { en: () => import('./en/arrangements.ts'), es: () => import('./es/arrangements.ts') },
  deposits: { en: () => import('./en/deposits.ts'), es: () => import('./es/deposits.ts') },
  drafts: { en: () => import('./en/drafts.ts'), es: () => import('./es/drafts.ts') },
  delinquentHistory: { en: () => import('./en/delinquent-history.ts'), es: () => import('./es/delinquent-history.ts') },
  memberDocuments: { en: () => import('./en/member-documents.ts'), es: () => import('./es/member-documents.ts') },
  documentViewer: { en: () => import('./en/document-viewer.ts'), es: () => import('./es/document-viewer.ts') },
  accounts: { en: () => import('./en/accounts.ts'), es: () => import('./es/accounts.ts') },
  calendar: { en: () => import('./en/calendar.ts'), es: () => import('./es/calendar.ts') },
  accountProfile: { en: () => import('./en/account-profile.ts'), es: () => import('./es/account-profile.ts') },
  accountOverview: { en: () => import('./en/account-overview.ts'), es: () => import('./es/account-overview.ts') },
  notifications: { en: () => import('./en/notifications.ts'), es: () => import('./es/notifications.ts') },
  autoPay: { en: () => import('./en/auto-pay.ts'), es: () => import('./es/auto-pay.ts') },
  paymentProfile: { en: () => import('./en/payment-profile.ts'), es: () => import('./es/payment-profile.ts') },
  paymentResult: { en: () => import('./en/payment-result.ts'), es: () => import('./es/payment-result.ts') },
}

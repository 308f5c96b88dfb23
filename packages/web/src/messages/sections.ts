/**
 * The catalogue's sections, each loaded on its own and in one language: the shell's with every page, the others with
 * the pages that name them in the route table.
 */
export const sections = {
  shell: { en: () => import('./en/shell.ts'), es: () => import('./es/shell.ts') },
  site: { en: () => import('./en/site.ts'), es: () => import('./es/site.ts') },
  quickPay: { en: () => import('./en/quick-pay.ts'), es: () => import('./es/quick-pay.ts') },
  signIn: { en: () => import('./en/sign-in.ts'), es: () => import('./es/sign-in.ts') },
  session: { en: () => import('./en/session.ts'), es: () => import('./es/session.ts') },
  accountOverview: { en: () => import('./en/account-overview.ts'), es: () => import('./es/account-overview.ts') },
  paymentResult: { en: () => import('./en/payment-result.ts'), es: () => import('./es/payment-result.ts') },
}

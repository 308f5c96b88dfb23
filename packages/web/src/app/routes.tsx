import { paths } from '@coopline/contract/paths'
import { route, type RouteTable } from '../portal/route-table.tsx'

const home = {
  title: 'home',
  accountList: false,
  siteScripts: true,
  texts: ['site'],
  load: async () => ({ Page: (await import('./home-route.tsx')).HomeRoute }),
} as const

/** Pages where money is paid show no accounts of a member (SH-49). */
const money = { accountList: false, secret: true } as const

/** Visitors who enter passwords and codes have no accounts to show yet. */
const credentials = money

const accountOverview = {
  title: 'accountOverview',
  guarded: true,
  texts: ['accountOverview'],
  load: async () => ({
    Page: (await import('../features/account-overview/account-overview.page.tsx')).AccountOverviewPage,
  }),
} as const

/** Every page of the portal (RT-05 to RT-59, RU-06 to RU-31). A page that is not here does not exist anywhere: no menu shows it. */
export const routes: RouteTable = [
  route({ path: '/', ...home }),
  route({ path: paths.home(), ...home }),
  route({
    path: paths.paymentOptions(),
    title: 'paymentOptions',
    guarded: true,
    accountList: false,
    texts: ['site'],
    load: async () => ({ Page: (await import('../features/site/payment-options.page.tsx')).PaymentOptionsPage }),
  }),
  route({
    path: paths.servicesProducts(),
    title: 'servicesProducts',
    siteScripts: true,
    texts: ['site'],
    load: async () => ({ Page: (await import('../features/site/services-products.page.tsx')).ServicesProductsPage }),
  }),
  route({
    path: paths.legalTerms(),
    title: 'legalTerms',
    siteScripts: true,
    texts: ['site'],
    load: async () => ({ Page: (await import('../features/site/legal-terms.page.tsx')).LegalTermsPage }),
  }),
  route({
    path: paths.quickPay(),
    title: 'quickPay',
    ...money,
    texts: ['quickPay'],
    load: async () => ({ Page: (await import('../features/quick-pay/quick-pay.page.tsx')).QuickPayPage }),
  }),
  route({
    path: paths.paymentSuccess(),
    title: 'paymentSuccess',
    ...money,
    texts: ['paymentResult'],
    load: async () => ({
      Page: (await import('../features/payment-result/payment-success.page.tsx')).PaymentSuccessPage,
    }),
  }),
  route({
    path: paths.paymentCancel(),
    title: 'paymentCancel',
    ...money,
    texts: ['paymentResult'],
    load: async () => ({
      Page: (await import('../features/payment-result/payment-cancel.page.tsx')).PaymentCancelPage,
    }),
  }),
  route({
    path: paths.login(),
    title: 'login',
    ...credentials,
    texts: ['signIn'],
    load: async () => ({ Page: (await import('../features/sign-in/login.page.tsx')).LoginPage }),
  }),
  route({
    path: paths.register(),
    title: 'register',
    ...credentials,
    texts: ['registration', 'newPassword'],
    load: async () => ({ Page: (await import('../features/registration/register.page.tsx')).RegisterPage }),
  }),
  route({
    path: paths.forgotPassword(),
    title: 'forgotPassword',
    ...credentials,
    texts: ['credentialRecovery'],
    load: async () => ({
      Page: (await import('../features/credential-recovery/forgot-password.page.tsx')).ForgotPasswordPage,
    }),
  }),
  route({
    path: paths.forgotUsername(),
    title: 'forgotUsername',
    ...credentials,
    texts: ['credentialRecovery'],
    load: async () => ({
      Page: (await import('../features/credential-recovery/forgot-username.page.tsx')).ForgotUsernamePage,
    }),
  }),
  route({
    path: paths.resetPassword(),
    title: 'resetPassword',
    ...credentials,
    texts: ['credentialRecovery', 'newPassword'],
    load: async () => ({
      Page: (await import('../features/credential-recovery/reset-password.page.tsx')).ResetPasswordPage,
    }),
  }),
  route({
    path: paths.externalRedirect(),
    ...credentials,
    texts: ['signIn'],
    load: async () => ({
      Page: (await import('../features/sign-in/external-redirect.page.tsx')).ExternalRedirectPage,
    }),
  }),
  route({ path: paths.accountOverview(), ...accountOverview }),
  route({ path: `${paths.accountOverview()}/:link`, ...accountOverview }),
  route({
    path: paths.viewAllAccounts(),
    guarded: true,
    accountList: false,
    texts: ['accounts'],
    load: async () => ({
      Page: (await import('../features/accounts/view-all-accounts.page.tsx')).ViewAllAccountsPage,
    }),
  }),
  route({
    path: paths.accountList(),
    guarded: true,
    accountList: false,
    load: async () => ({ Page: (await import('../features/accounts/account-list.page.tsx')).AccountListPage }),
  }),
  route({
    path: paths.accountManagement(),
    guarded: true,
    // The secret address of the calendar is shown there.
    secret: true,
    texts: ['accounts', 'calendar'],
    load: async () => ({ Page: (await import('./account-management-route.tsx')).AccountManagementRoute }),
  }),
  route({
    path: paths.accountProfile(),
    title: 'accountProfile',
    guarded: true,
    texts: ['accountProfile'],
    load: async () => ({
      Page: (await import('../features/account-profile/account-profile.page.tsx')).AccountProfilePage,
    }),
  }),
  route({
    path: paths.myProfile(),
    title: 'myProfile',
    guarded: true,
    // Keys, codes and passwords are shown and given there.
    secret: true,
    texts: ['myProfile', 'newPassword', 'authenticatorApp', 'passkeys', 'loginSecurity', 'signIn'],
    load: async () => ({ Page: (await import('./my-profile-route.tsx')).MyProfileRoute }),
  }),
  route({
    path: paths.viewBill(),
    title: 'viewBill',
    guarded: true,
    texts: ['bills', 'documentViewer'],
    load: async () => ({ Page: (await import('../features/bills/view-bill.page.tsx')).ViewBillPage }),
  }),
  route({
    path: paths.noBill(),
    title: 'noBill',
    guarded: true,
    texts: ['bills'],
    load: async () => ({ Page: (await import('../features/bills/no-bill.page.tsx')).NoBillPage }),
  }),
  route({
    path: paths.notifications(),
    guarded: true,
    load: async () => ({
      Page: (await import('../features/notifications/notifications-redirect.page.tsx')).NotificationsRedirectPage,
    }),
  }),
  route({
    path: paths.manageNotifications(),
    title: 'manageNotifications',
    guarded: true,
    texts: ['notifications'],
    load: async () => ({
      Page: (await import('../features/notifications/manage-notifications.page.tsx')).ManageNotificationsPage,
    }),
  }),
  route({
    path: paths.manageContacts(),
    title: 'manageContacts',
    guarded: true,
    texts: ['notifications'],
    load: async () => ({
      Page: (await import('../features/notifications/manage-contacts.page.tsx')).ManageContactsPage,
    }),
  }),
  route({
    path: paths.unsubscribe(),
    title: 'unsubscribe',
    // Its address holds the token that ends mails.
    ...money,
    texts: ['notifications'],
    load: async () => ({ Page: (await import('../features/notifications/unsubscribe.page.tsx')).UnsubscribePage }),
  }),
  route({
    path: paths.billingHistory(),
    guarded: true,
    texts: ['billHistory', 'documentViewer'],
    load: async () => ({ Page: (await import('../features/bill-history/history.page.tsx')).HistoryPage }),
  }),
  route({
    path: paths.viewDeposits(),
    guarded: true,
    texts: ['deposits'],
    load: async () => ({ Page: (await import('../features/deposits/deposits.page.tsx')).DepositsPage }),
  }),
  route({
    path: paths.viewArrangements(),
    guarded: true,
    texts: ['arrangements'],
    load: async () => ({ Page: (await import('../features/arrangements/arrangements.page.tsx')).ArrangementsPage }),
  }),
  route({
    path: paths.delinquentHistory(),
    title: 'delinquents',
    guarded: true,
    texts: ['delinquentHistory', 'documentViewer'],
    load: async () => ({
      Page: (await import('../features/delinquent-history/delinquent-history.page.tsx')).DelinquentHistoryPage,
    }),
  }),
  route({
    path: paths.maintenance(),
    title: 'maintenance',
    accountList: false,
    texts: ['site'],
    load: async () => ({ Page: (await import('../features/site/maintenance.page.tsx')).MaintenancePage }),
  }),
]

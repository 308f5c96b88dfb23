import { paths } from '@coopline/contract/paths'
import { route, type RouteTable, titleOf } from '../portal/page/route-table.tsx'
import { serviceRoutes } from './service-routes.tsx'
import { staffRoutes } from './staff-routes.tsx'

const home = {
  title: titleOf('shell', ({ links }) => links.home),
  accountList: false,
  siteScripts: true,
  texts: ['site'],
  load: async () => ({ Page: (await import('./home-route.tsx')).HomeRoute }),
} as const

/** Pages where money is paid show no accounts of a member (SH-49), nor do pages about what their address names (REQ-D-338). */
const money = { accountList: false, secret: true } as const

/** Visitors who enter passwords and codes have no accounts to show yet. */
const credentials = money

/** Without a title of their own (REQ-D-032). */
const scheduleResult = {
  guarded: true,
  ...money,
  texts: ['scheduledPayments'],
} as const

const accountOverview = {
  title: titleOf('accountOverview', ({ page }) => page.heading),
  guarded: true,
  texts: ['accountOverview'],
  load: async () => ({
    Page: (await import('../features/accounts/account-overview/account-overview.page.tsx')).AccountOverviewPage,
  }),
} as const

/** Every page of the portal (RT-05 to RT-59, RU-06 to RU-31). A page that is not here does not exist anywhere: no menu shows it. */
export const routes: RouteTable = [
  route({ path: '/', ...home }),
  route({ path: paths.home(), ...home }),
  route({
    path: paths.paymentOptions(),
    title: titleOf('shell', ({ links }) => links.paymentOptions),
    guarded: true,
    accountList: false,
    texts: ['site'],
    load: async () => ({ Page: (await import('../features/site/site/payment-options.page.tsx')).PaymentOptionsPage }),
  }),
  route({
    path: paths.servicesProducts(),
    title: titleOf('site', ({ titles }) => titles.servicesProducts),
    siteScripts: true,
    texts: ['site'],
    load: async () => ({
      Page: (await import('../features/site/site/services-products.page.tsx')).ServicesProductsPage,
    }),
  }),
  route({
    path: paths.legalTerms(),
    title: titleOf('site', ({ titles }) => titles.legalTerms),
    siteScripts: true,
    loadsLate: true,
    texts: ['site'],
    load: async () => ({ Page: (await import('../features/site/site/legal-terms.page.tsx')).LegalTermsPage }),
  }),
  route({
    path: paths.quickPay(),
    title: titleOf('quickPay', ({ page }) => page.heading),
    ...money,
    texts: ['quickPay'],
    load: async () => ({ Page: (await import('../features/paying/quick-pay/quick-pay.page.tsx')).QuickPayPage }),
  }),
  route({
    path: paths.paymentSuccess(),
    title: titleOf('paymentResult', ({ titles }) => titles.success),
    ...money,
    texts: ['paymentResult'],
    load: async () => ({
      Page: (await import('../features/paying/payment-result/payment-success.page.tsx')).PaymentSuccessPage,
    }),
  }),
  route({
    path: paths.paymentCancel(),
    title: titleOf('paymentResult', ({ titles }) => titles.cancel),
    ...money,
    texts: ['paymentResult'],
    load: async () => ({
      Page: (await import('../features/paying/payment-result/payment-cancel.page.tsx')).PaymentCancelPage,
    }),
  }),
  route({
    path: paths.login(),
    title: titleOf('signIn', ({ title }) => title),
    ...credentials,
    texts: ['signIn'],
    load: async () => ({ Page: (await import('../features/identity/sign-in/login.page.tsx')).LoginPage }),
  }),
  route({
    path: paths.register(),
    title: titleOf('registration', ({ page }) => page.heading),
    ...credentials,
    texts: ['registration', 'emailCode', 'newPassword'],
    load: async () => ({ Page: (await import('../features/identity/registration/register.page.tsx')).RegisterPage }),
  }),
  route({
    path: paths.forgotPassword(),
    title: titleOf('credentialRecovery', ({ titles }) => titles.forgotPassword),
    ...credentials,
    texts: ['credentialRecovery'],
    load: async () => ({
      Page: (await import('../features/identity/credential-recovery/forgot-password.page.tsx')).ForgotPasswordPage,
    }),
  }),
  route({
    path: paths.forgotUsername(),
    title: titleOf('credentialRecovery', ({ titles }) => titles.forgotUsername),
    ...credentials,
    texts: ['credentialRecovery'],
    load: async () => ({
      Page: (await import('../features/identity/credential-recovery/forgot-username.page.tsx')).ForgotUsernamePage,
    }),
  }),
  route({
    path: paths.resetPassword(),
    title: titleOf('credentialRecovery', ({ reset }) => reset.heading),
    ...credentials,
    texts: ['credentialRecovery', 'newPassword'],
    load: async () => ({
      Page: (await import('../features/identity/credential-recovery/reset-password.page.tsx')).ResetPasswordPage,
    }),
  }),
  route({
    path: paths.externalRedirect(),
    ...credentials,
    texts: ['signIn'],
    load: async () => ({
      Page: (await import('../features/identity/sign-in/external-redirect.page.tsx')).ExternalRedirectPage,
    }),
  }),
  route({ path: paths.accountOverview(), ...accountOverview }),
  route({
    path: `${paths.accountOverview()}/usageanalysis`,
    ...accountOverview,
    texts: ['accountOverview', 'usage', 'insights', 'billChange'],
    load: async () => ({ Page: (await import('./usage-analysis-route.tsx')).UsageAnalysisRoute }),
  }),
  route({
    path: `${paths.accountOverview()}/mymeter`,
    ...accountOverview,
    load: async () => ({ Page: (await import('../features/accounts/account-overview/my-meter.page.tsx')).MyMeterPage }),
  }),
  route({ path: `${paths.accountOverview()}/:link`, ...accountOverview }),
  route({
    path: paths.viewAllAccounts(),
    title: titleOf('accounts', ({ page }) => page.heading),
    guarded: true,
    accountList: false,
    texts: ['accounts'],
    load: async () => ({
      Page: (await import('../features/accounts/accounts/view-all-accounts.page.tsx')).ViewAllAccountsPage,
    }),
  }),
  route({
    path: paths.accountList(),
    guarded: true,
    accountList: false,
    load: async () => ({ Page: (await import('../features/accounts/accounts/account-list.page.tsx')).AccountListPage }),
  }),
  route({
    path: paths.accountManagement(),
    title: titleOf('accounts', ({ management }) => management.heading),
    guarded: true,
    // The secret address of the calendar is shown there.
    secret: true,
    texts: ['accounts', 'calendar'],
    load: async () => ({ Page: (await import('./account-management-route.tsx')).AccountManagementRoute }),
  }),
  route({
    path: paths.accountProfile(),
    title: titleOf('accountProfile', ({ page }) => page.heading),
    guarded: true,
    texts: ['accountProfile'],
    load: async () => ({
      Page: (await import('../features/accounts/account-profile/account-profile.page.tsx')).AccountProfilePage,
    }),
  }),
  route({
    path: paths.myProfile(),
    title: titleOf('myProfile', ({ heading }) => heading),
    guarded: true,
    guests: true,
    // Keys, codes and passwords are shown and given there.
    secret: true,
    texts: [
      'myProfile',
      'emailCode',
      'newPassword',
      'authenticatorApp',
      'passkeys',
      'connectedApps',
      'sharedAccess',
      'loginSecurity',
      'signIn',
    ],
    load: async () => ({ Page: (await import('./my-profile-route.tsx')).MyProfileRoute }),
  }),
  route({
    path: paths.viewBill(),
    title: titleOf('bills', ({ viewBill }) => viewBill.title),
    guarded: true,
    texts: ['bills', 'billChange', 'documentViewer'],
    load: async () => ({ Page: (await import('./view-bill-route.tsx')).ViewBillRoute }),
  }),
  route({
    path: paths.noBill(),
    title: titleOf('bills', ({ noBill }) => noBill.heading),
    guarded: true,
    texts: ['bills'],
    load: async () => ({ Page: (await import('../features/accounts/bills/no-bill.page.tsx')).NoBillPage }),
  }),
  route({
    path: paths.notifications(),
    guarded: true,
    load: async () => ({
      Page: (await import('../features/messages/notifications/notifications-redirect.page.tsx'))
        .NotificationsRedirectPage,
    }),
  }),
  route({
    path: paths.manageNotifications(),
    title: titleOf('notifications', ({ page }) => page.heading),
    guarded: true,
    texts: ['notifications', 'insights'],
    load: async () => ({ Page: (await import('./manage-notifications-route.tsx')).ManageNotificationsRoute }),
  }),
  route({
    path: paths.manageContacts(),
    title: titleOf('notifications', ({ contacts }) => contacts.heading),
    guarded: true,
    texts: ['notifications'],
    load: async () => ({
      Page: (await import('../features/messages/notifications/manage-contacts.page.tsx')).ManageContactsPage,
    }),
  }),
  route({
    path: paths.unsubscribe(),
    title: titleOf('notifications', ({ unsubscribe }) => unsubscribe.heading),
    // Its address contains the token that ends emails.
    ...money,
    texts: ['notifications'],
    load: async () => ({
      Page: (await import('../features/messages/notifications/unsubscribe.page.tsx')).UnsubscribePage,
    }),
  }),
  route({
    path: paths.payMultiple(),
    title: titleOf('payMultiple', ({ heading }) => heading),
    guarded: true,
    ...money,
    texts: ['payMultiple', 'quickPay'],
    load: async () => ({
      Page: (await import('../features/paying/pay-multiple/pay-multiple.page.tsx')).PayMultiplePage,
    }),
  }),
  route({
    path: paths.autoPay(),
    title: titleOf('autoPay', ({ heading }) => heading),
    guarded: true,
    texts: ['autoPay'],
    load: async () => ({ Page: (await import('../features/paying/auto-pay/auto-pay.page.tsx')).AutoPayPage }),
  }),
  route({
    path: paths.payBill(),
    title: titleOf('taskLinks', ({ heading }) => heading),
    // Its address holds the id that pays the bill.
    ...money,
    texts: ['taskLinks', 'quickPay'],
    load: async () => ({ Page: (await import('../features/paying/task-links/pay-bill.page.tsx')).PayBillPage }),
  }),
  route({
    path: paths.stopAutoPay(),
    title: titleOf('autoPay', ({ stop }) => stop.heading),
    // Its address holds the id that stops a payment.
    ...money,
    texts: ['autoPay'],
    load: async () => ({ Page: (await import('../features/paying/auto-pay/stop-autopay.page.tsx')).StopAutoPayPage }),
  }),
  route({
    path: paths.paymentProfile(),
    title: titleOf('paymentProfile', ({ heading }) => heading),
    guarded: true,
    ...money,
    texts: ['paymentProfile', 'quickPay'],
    load: async () => ({
      Page: (await import('../features/paying/payment-profile/payment-profile.page.tsx')).PaymentProfilePage,
    }),
  }),
  route({
    path: paths.scheduledPayments(),
    title: titleOf('scheduledPayments', ({ heading }) => heading),
    guarded: true,
    texts: ['scheduledPayments'],
    load: async () => ({
      Page: (await import('../features/paying/scheduled-payments/scheduled-payments.page.tsx')).ScheduledPaymentsPage,
    }),
  }),
  route({
    path: paths.scheduleSuccess(),
    ...scheduleResult,
    load: async () => ({
      Page: (await import('../features/paying/scheduled-payments/schedule-result.page.tsx')).ScheduleSuccessPage,
    }),
  }),
  route({
    path: paths.scheduleError(),
    ...scheduleResult,
    load: async () => ({
      Page: (await import('../features/paying/scheduled-payments/schedule-result.page.tsx')).ScheduleErrorPage,
    }),
  }),
  route({
    path: paths.scheduleCancel(),
    ...scheduleResult,
    load: async () => ({
      Page: (await import('../features/paying/scheduled-payments/schedule-result.page.tsx')).ScheduleCancelPage,
    }),
  }),
  route({
    path: paths.billingHistory(),
    title: titleOf('billHistory', ({ heading }) => heading),
    guarded: true,
    texts: ['billHistory', 'documentViewer'],
    load: async () => ({ Page: (await import('../features/accounts/bill-history/history.page.tsx')).HistoryPage }),
  }),
  route({
    path: paths.draftPayments(),
    title: titleOf('drafts', ({ title }) => title),
    guarded: true,
    // Bank numbers are typed there.
    secret: true,
    texts: ['drafts'],
    load: async () => ({ Page: (await import('../features/paying/drafts/drafts.page.tsx')).DraftsPage }),
  }),
  route({
    path: paths.viewDeposits(),
    title: titleOf('deposits', ({ heading }) => heading),
    guarded: true,
    texts: ['deposits'],
    load: async () => ({ Page: (await import('../features/accounts/deposits/deposits.page.tsx')).DepositsPage }),
  }),
  route({
    path: paths.capitalCredits(),
    title: titleOf('capitalCredits', ({ page }) => page.heading),
    guarded: true,
    texts: ['capitalCredits', 'documentViewer'],
    load: async () => ({
      Page: (await import('../features/accounts/capital-credits/capital-credits.page.tsx')).CapitalCreditsPage,
    }),
  }),
  route({
    path: paths.arrange(),
    title: titleOf('arrangements', ({ arrange }) => arrange.heading),
    guarded: true,
    texts: ['arrangements'],
    load: async () => ({ Page: (await import('../features/paying/arrangements/arrange.page.tsx')).ArrangePage }),
  }),
  route({
    path: paths.viewArrangements(),
    title: titleOf('arrangements', ({ heading }) => heading),
    guarded: true,
    texts: ['arrangements'],
    load: async () => ({
      Page: (await import('../features/paying/arrangements/arrangements.page.tsx')).ArrangementsPage,
    }),
  }),
  route({
    path: paths.delinquentHistory(),
    title: titleOf('delinquentHistory', ({ heading }) => heading),
    guarded: true,
    texts: ['delinquentHistory', 'documentViewer'],
    load: async () => ({
      Page: (await import('../features/accounts/delinquent-history/delinquent-history.page.tsx')).DelinquentHistoryPage,
    }),
  }),
  ...serviceRoutes,
  ...staffRoutes,
  route({
    path: paths.maintenance(),
    title: titleOf('site', ({ titles }) => titles.maintenance),
    accountList: false,
    texts: ['site'],
    load: async () => ({ Page: (await import('../features/site/site/maintenance.page.tsx')).MaintenancePage }),
  }),
]

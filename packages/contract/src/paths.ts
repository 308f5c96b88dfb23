/** Every address of the portal's pages, built in one place: links, redirects, provider callbacks and journeys use these. */

const withQuery = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return pairs.length === 0
    ? path
    : `${path}?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`
}

export const apiPrefix = '/api'

/** The API for the cooperative's own systems. */
export const systemApiPrefix = '/integration'

export const paths = {
  home: () => '/home',
  login: (query: { returnUrl?: string; sessionTimeOut?: string } = {}) => withQuery('/login', query),
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  forgotUsername: () => '/forgot-username',
  resetPassword: (query: { otc?: string } = {}) => withQuery('/reset-password', query),
  externalRedirect: (query: { token?: string; member?: string } = {}) => withQuery('/external-redirect', query),
  quickPay: (query: { accountno?: string; phone?: string } = {}) => withQuery('/quick-pay', query),
  paymentSuccess: (query: { isFromQuickPay?: 'true'; isShared?: 'true'; encodedParam?: string } = {}) =>
    withQuery('/payment-success', query),
  paymentCancel: (query: { isFromQuickPay?: 'true'; isShared?: 'true' } = {}) => withQuery('/payment-cancel', query),
  paymentOptions: () => '/payment-options',
  servicesProducts: () => '/services-products',
  legalTerms: () => '/legal-terms',
  maintenance: () => '/maint',
  accountOverview: (
    query: { link?: string; accountno?: string; member_number?: string; isFromViewAllAccounts?: 'true' } = {},
  ) => withQuery('/accountoverview', query),
  accountProfile: (query: { accountno?: string } = {}) => withQuery('/account-profile', query),
  myProfile: (query: { tab?: string; paperless?: 'true' } = {}) => withQuery('/my-profile', query),
  /** The page where a member approves or denies an app's request, or sees why the request cannot be decided. */
  connectApp: (query: { request?: string; problem?: string } = {}) => withQuery('/connect-app', query),
  /** Accepts access to another member's accounts by the link in an invitation. */
  acceptAccess: (query: { token?: string } = {}) => withQuery('/accept-access', query),
  /** The accounts that others share with the login that is signed in. */
  sharedWithMe: (query: { accepted?: 'true' } = {}) => withQuery('/shared-with-me', query),
  /** One of these accounts. */
  sharedAccount: (query: { access?: string; accountno?: string } = {}) => withQuery('/shared-account', query),
  draftPayments: (query: { accountno?: string; statuscode?: string } = {}) => withQuery('/draft-payments', query),
  /** `confirm` is the number of a payment that the bank wants confirmed: the page opens its accounts and amounts. */
  payMultiple: (query: { accountno?: string; confirm?: string } = {}) => withQuery('/billpayments/pay-multiple', query),
  billingHistory: (query: { navto?: 'budget-average'; accountno?: string } = {}) =>
    withQuery('/billpayments/history', query),
  /** A bill as a page: of an account and a day (yyyy-MM-dd). Without a day it is the newest one. */
  viewBill: (query: { accountno?: string; date?: string } = {}) => withQuery('/viewbill', query),
  noBill: () => '/no-bill',
  paymentProfile: () => '/billpayments/payment-profile',
  autoPay: () => '/billpayments/auto-pay',
  /** Pays one bill by the link in a mail, without a sign-in; the provider's page leads back to it. */
  payBill: (query: { token?: string; canceled?: 'true' } = {}) => withQuery('/pay-bill', query),
  /** Stops one AutoPay payment, without a sign-in. */
  stopAutoPay: (query: { token?: string } = {}) => withQuery('/stop-autopay', query),
  viewDeposits: () => '/billpayments/view-deposits',
  arrange: (query: { accountno?: string } = {}) => withQuery('/billpayments/arrange', query),
  viewArrangements: (query: { accountno?: string } = {}) => withQuery('/billpayments/view-arrangements', query),
  scheduledPayments: () => '/scheduled-payments',
  scheduleSuccess: (query: { transno?: string } = {}) => withQuery('/schedule-payments-success', query),
  scheduleError: () => '/schedule-payments-error',
  scheduleCancel: () => '/schedule-payments-cancel',
  averageBilling: () => '/levelized-billing',
  serviceRequests: (query: { accountno?: string } = {}) => withQuery('/service-requests', query),
  notifications: () => '/notifications',
  manageNotifications: (query: { accountno?: string } = {}) => withQuery('/manage-notifications', query),
  unsubscribe: (query: { token?: string } = {}) => withQuery('/unsubscribe', query),
  manageContacts: () => '/manage-contacts',
  usageTracker: (query: { accountno?: string } = {}) => withQuery('/usage-tracker', query),
  directUsageTracker: () => '/direct-usage-tracker',
  /** Redirects to the Aclara meter-data portal. */
  aclaraJump: () => '/aclarajump',
  delinquentHistory: () => '/delinquent-history',
  outageStatus: (
    query: {
      accountno?: string
      memberno?: string
      locationid?: string
      accounttype?: string
      /** Opens the form for a report where one can be made. */
      tab?: 'report'
    } = {},
  ) => withQuery('/outage-status', query),
  /** The public page with active outages and their map. */
  outages: () => '/outages',
  /** Shows the outage of one account by the link in a message, without a sign-in. */
  seeOutage: (query: { token?: string } = {}) => withQuery('/see-outage', query),
  /** The page on which members report an outage without a sign-in. */
  reportOutage: () => '/report-outage',
  meterReading: (query: { accountno?: string } = {}) => withQuery('/meter-reading', query),
  meterSense: (query: { accountno?: string } = {}) => withQuery('/meter-sense-cc', query),
  operationRoundUp: (query: { accountno?: string } = {}) => withQuery('/operation-roundup', query),
  capitalCredits: () => '/capital-credits',
  letterReturn: () => '/cc-letterreturn',
  unclaimedCredits: () => '/unclaimed-capital-credit',
  memberInfoDocs: (query: { missing?: 'true' } = {}) => withQuery('/member-info-docs', query),
  /** A cooperative document, opened in a new tab. Not a portal page. */
  memberInfoDoc: (handle: string) => `/member-info-docs/file/${handle}`,
  viewAllAccounts: () => '/view-all-accounts',
  /** Redirects to all accounts. */
  accountList: () => '/account-list',
  accountManagement: () => '/account-management',
  /** The feed of a member's due dates; no page. */
  calendarFeed: (token: string) => `/calendar/${token}.ics`,
  selectServiceType: () => '/service-type/select-service-type',
  /** The staff console: a page of its own for the cooperative's office. */
  staff: () => '/staff',
  /** The token is in the fragment, which no server sees. */
  staffSetUp: (token?: string) => `/staff/set-up${token === undefined ? '' : `#${token}`}`,
  staffSignIn: () => '/staff/sign-in',
  staffMember: (query: { number?: string } = {}) => withQuery('/staff/member', query),
  /** Opens the portal as a member sees it, in its own tab. */
  staffPortalView: (query: { number?: string } = {}) => withQuery('/staff/portal-view', query),
  staffPayments: () => '/staff/payments',
  staffPayment: (query: { number?: string } = {}) => withQuery('/staff/payment', query),
  staffAlarms: () => '/staff/alarms',
  staffApplications: () => '/staff/applications',
  staffApplication: (query: { number?: string } = {}) => withQuery('/staff/application', query),
  /** The SSN digits of the claim of an unclaimed credit. */
  staffClaim: (query: { number?: string } = {}) => withQuery('/staff/credit-claim', query),
  /** Changes of account profiles that wait for a review. */
  staffProfileChanges: () => '/staff/profile-changes',
  /** Imports, and runs that take what is due. */
  staffRuns: () => '/staff/runs',
  staffImport: (query: { number?: string } = {}) => withQuery('/staff/import', query),
  staffRun: (query: { date?: string } = {}) => withQuery('/staff/run', query),
  /** All settings, or one with its history. */
  staffSettings: (query: { key?: string } = {}) => withQuery('/staff/settings', query),
  /** The announcement and the texts that members read, or one of them. */
  staffTexts: (query: { key?: string } = {}) => withQuery('/staff/announcements', query),
  /** Opens a new application for an account type id, or a saved or submitted one for a token. */
  applicationForService: (query: { type?: string; token?: string } = {}) =>
    withQuery('/service-type/application-for-service', query),
} as const

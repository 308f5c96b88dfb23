import { paths } from '@coopline/contract/paths'
import { route, type RouteTable, titleOf } from '../portal/page/route-table.tsx'

/** Public pages that load late. Their URL or fields hold a secret, so they get the same protection as payment pages. */
const secretAndLate = { secret: true, loadsLate: true } as const

/** They lead elsewhere, or are about what their address names, not about an account of the member (REQ-D-338). */
const withoutAccounts = { ...secretAndLate, accountList: false } as const

const usageTracker = {
  title: titleOf('usage', ({ heading }) => heading),
  guarded: true,
  texts: ['usage', 'insights', 'billChange'],
  load: async () => ({ Page: (await import('./usage-tracker-route.tsx')).UsageTrackerRoute }),
} as const

/** Routes for usage, outages, programs and service requests (RT-15, RU-06 to RU-31). */
export const serviceRoutes: RouteTable = [
  route({
    path: paths.aclaraJump(),
    // Not guarded: the page itself redirects visitors to sign in (RT-15). Its target URL contains a token.
    ...withoutAccounts,
    texts: ['aclaraJump'],
    load: async () => ({ Page: (await import('../features/usage/aclara-jump/aclara-jump.page.tsx')).AclaraJumpPage }),
  }),
  route({
    path: paths.connectApp(),
    title: titleOf('connectedApps', ({ request }) => request.heading),
    guarded: true,
    accountList: false,
    secret: true,
    texts: ['connectedApps'],
    load: async () => ({
      Page: (await import('../features/usage/connected-apps/connect-app.page.tsx')).ConnectAppPage,
    }),
  }),
  route({ path: paths.usageTracker(), ...usageTracker }),
  route({ path: paths.directUsageTracker(), ...usageTracker, accountList: false, menu: false }),
  route({
    path: paths.operationRoundUp(),
    title: titleOf('shell', ({ links }) => links.roundUp),
    guarded: true,
    texts: ['operationRoundup', 'myProfile'],
    load: async () => ({
      Page: (await import('../features/accounts/operation-roundup/operation-roundup.page.tsx')).OperationRoundUpPage,
    }),
  }),
  route({
    path: paths.meterReading(),
    title: titleOf('meterReadings', ({ heading }) => heading),
    guarded: true,
    texts: ['meterReadings'],
    load: async () => ({
      Page: (await import('../features/usage/meter-readings/meter-reading.page.tsx')).MeterReadingPage,
    }),
  }),
  route({
    path: paths.meterSense(),
    guarded: true,
    texts: ['meterSense'],
    load: async () => ({ Page: (await import('../features/usage/meter-sense/meter-sense.page.tsx')).MeterSensePage }),
  }),
  route({
    path: paths.averageBilling(),
    title: titleOf('shell', ({ links }) => links.averageBilling),
    guarded: true,
    texts: ['averageBilling'],
    load: async () => ({
      Page: (await import('../features/accounts/average-billing/average-billing.page.tsx')).AverageBillingPage,
    }),
  }),
  route({
    path: paths.letterReturn(),
    title: titleOf('capitalCredits', ({ letter }) => letter.title),
    ...secretAndLate,
    texts: ['capitalCredits'],
    load: async () => ({
      Page: (await import('../features/accounts/capital-credits/letter-return.page.tsx')).LetterReturnPage,
    }),
  }),
  route({
    path: paths.unclaimedCredits(),
    title: titleOf('capitalCredits', ({ unclaimed }) => unclaimed.title),
    // A visitor may type part of a Social Security number here.
    ...secretAndLate,
    texts: ['capitalCredits'],
    load: async () => ({
      Page: (await import('../features/accounts/capital-credits/unclaimed-credits.page.tsx')).UnclaimedCreditsPage,
    }),
  }),
  route({
    path: paths.memberInfoDocs(),
    title: titleOf('shell', ({ links }) => links.memberDocuments),
    guarded: true,
    texts: ['memberDocuments'],
    load: async () => ({
      Page: (await import('../features/accounts/member-documents/member-documents.page.tsx')).MemberDocumentsPage,
    }),
  }),
  route({
    path: paths.outageStatus(),
    title: titleOf('outage', ({ title }) => title),
    guarded: true,
    texts: ['outage'],
    load: async () => ({ Page: (await import('../features/service/outage/outage.page.tsx')).OutagePage }),
  }),
  route({
    path: paths.outages(),
    title: titleOf('outage', ({ everyone }) => everyone.title),
    texts: ['outage'],
    load: async () => ({
      Page: (await import('../features/service/outage/public-outages.page.tsx')).PublicOutagesPage,
    }),
  }),
  route({
    path: paths.seeOutage(),
    title: titleOf('outage', ({ linked }) => linked.title),
    // Its address holds the id that shows the outage.
    ...withoutAccounts,
    texts: ['outage'],
    load: async () => ({ Page: (await import('../features/service/outage/see-outage.page.tsx')).SeeOutagePage }),
  }),
  route({
    path: paths.reportOutage(),
    title: titleOf('outage', ({ anyone }) => anyone.title),
    ...secretAndLate,
    texts: ['outage'],
    load: async () => ({ Page: (await import('../features/service/outage/public-report.page.tsx')).PublicReportPage }),
  }),
  route({
    path: paths.serviceRequests(),
    title: titleOf('serviceRequests', ({ heading }) => heading),
    guarded: true,
    texts: ['serviceRequests'],
    load: async () => ({
      Page: (await import('../features/service/service-requests/service-requests.page.tsx')).ServiceRequestsPage,
    }),
  }),
  route({
    path: paths.selectServiceType(),
    title: titleOf('serviceApplications', ({ select }) => select.heading),
    ...secretAndLate,
    texts: ['serviceApplications'],
    load: async () => ({
      Page: (await import('../features/service/service-applications/select-service-type.page.tsx'))
        .SelectServiceTypePage,
    }),
  }),
  route({
    path: paths.applicationForService(),
    title: titleOf('serviceApplications', ({ heading }) => heading),
    // The URL contains the token of a saved application.
    ...secretAndLate,
    texts: ['serviceApplications', 'serviceRequests'],
    load: async () => ({
      Page: (await import('../features/service/service-applications/application-for-service.page.tsx'))
        .ApplicationForServicePage,
    }),
  }),
  route({
    path: paths.acceptAccess(),
    title: titleOf('sharedAccess', ({ accept }) => accept.heading),
    // Its address holds the id of the invitation, and a password is chosen there.
    secret: true,
    accountList: false,
    texts: ['sharedAccess', 'newPassword'],
    load: async () => ({
      Page: (await import('../features/identity/shared-access/accept-access.page.tsx')).AcceptAccessPage,
    }),
  }),
  route({
    path: paths.sharedWithMe(),
    title: titleOf('sharedAccess', ({ shared }) => shared.heading),
    guarded: true,
    guests: true,
    accountList: false,
    texts: ['sharedAccess'],
    load: async () => ({
      Page: (await import('../features/identity/shared-access/shared-with-me.page.tsx')).SharedWithMePage,
    }),
  }),
  route({
    path: paths.sharedAccount(),
    title: titleOf('sharedAccess', ({ account }) => account.heading),
    guarded: true,
    guests: true,
    accountList: false,
    texts: ['sharedAccess', 'quickPay'],
    load: async () => ({
      Page: (await import('../features/identity/shared-access/shared-account.page.tsx')).SharedAccountPage,
    }),
  }),
]

import { paths } from '@coopline/contract/paths'
import { route, type RouteTable, titleOf } from '../portal/route-table.tsx'

/** Pages whose address or fields hold a secret, like those where money is paid. */
const withoutAccounts = { accountList: false, secret: true } as const

const usageTracker = {
  title: titleOf('usage', ({ heading }) => heading),
  guarded: true,
  texts: ['usage', 'insights', 'billChange'],
  load: async () => ({ Page: (await import('./usage-tracker-route.tsx')).UsageTrackerRoute }),
} as const

/** The pages of usage, outage, programs and requests (RT-15, RU-06 to RU-31). */
export const serviceRoutes: RouteTable = [
  route({
    path: paths.aclaraJump(),
    // Not guarded: the page itself leads visitors to sign in (RT-15). The address that it leaves for holds a token.
    ...withoutAccounts,
    texts: ['aclaraJump'],
    load: async () => ({ Page: (await import('../features/aclara-jump/aclara-jump.page.tsx')).AclaraJumpPage }),
  }),
  route({ path: paths.usageTracker(), ...usageTracker }),
  route({ path: paths.directUsageTracker(), ...usageTracker, accountList: false, menu: false }),
  route({
    path: paths.operationRoundUp(),
    title: titleOf('shell', ({ links }) => links.roundUp),
    guarded: true,
    texts: ['operationRoundup', 'myProfile'],
    load: async () => ({
      Page: (await import('../features/operation-roundup/operation-roundup.page.tsx')).OperationRoundUpPage,
    }),
  }),
  route({
    path: paths.letterReturn(),
    title: titleOf('capitalCredits', ({ letter }) => letter.title),
    ...withoutAccounts,
    texts: ['capitalCredits'],
    load: async () => ({ Page: (await import('../features/capital-credits/letter-return.page.tsx')).LetterReturnPage }),
  }),
  route({
    path: paths.unclaimedCredits(),
    title: titleOf('capitalCredits', ({ unclaimed }) => unclaimed.title),
    // Part of a Social Security number may be typed there.
    ...withoutAccounts,
    texts: ['capitalCredits'],
    load: async () => ({
      Page: (await import('../features/capital-credits/unclaimed-credits.page.tsx')).UnclaimedCreditsPage,
    }),
  }),
  route({
    path: paths.memberInfoDocs(),
    title: titleOf('shell', ({ links }) => links.memberDocuments),
    guarded: true,
    texts: ['memberDocuments'],
    load: async () => ({
      Page: (await import('../features/member-documents/member-documents.page.tsx')).MemberDocumentsPage,
    }),
  }),
  route({
    path: paths.outageStatus(),
    title: titleOf('outage', ({ title }) => title),
    guarded: true,
    texts: ['outage'],
    load: async () => ({ Page: (await import('../features/outage/outage.page.tsx')).OutagePage }),
  }),
  route({
    path: paths.serviceRequests(),
    title: titleOf('serviceRequests', ({ heading }) => heading),
    guarded: true,
    texts: ['serviceRequests'],
    load: async () => ({
      Page: (await import('../features/service-requests/service-requests.page.tsx')).ServiceRequestsPage,
    }),
  }),
]

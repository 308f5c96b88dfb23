import { paths } from '@coopline/contract/paths'
import { route, type RouteTable, titleOf } from '../portal/page/route-table.tsx'

/** Nothing of a member and nothing of the cooperative's own stands around the console, and its code is in no page of members. */
const console = { accountList: false, menu: false, secret: true, staff: true, loadsLate: true } as const

/** The staff console. It has its own sign-in: no page of it is `guarded`, which means a member's session. */
export const staffRoutes: RouteTable = [
  route({
    path: paths.staff(),
    title: titleOf('memberSupport', ({ find }) => find.heading),
    ...console,
    texts: ['staffSignIn', 'memberSupport'],
    load: async () => ({
      Page: (await import('../features/staff/member-support/find-member.page.tsx')).FindMemberPage,
    }),
  }),
  route({
    path: paths.staffMember(),
    title: titleOf('memberSupport', ({ member }) => member.title),
    ...console,
    texts: ['staffSignIn', 'memberSupport', 'loginSecurity'],
    load: async () => ({ Page: (await import('../features/staff/member-support/member.page.tsx')).MemberPage }),
  }),
  route({
    path: paths.staffPortalView(),
    title: titleOf('memberSupport', ({ portalView }) => portalView.title),
    ...console,
    texts: ['staffSignIn', 'memberSupport'],
    load: async () => ({
      Page: (await import('../features/staff/member-support/portal-view.page.tsx')).PortalViewPage,
    }),
  }),
  route({
    path: paths.staffApplications(),
    title: titleOf('staffApplications', ({ list }) => list.heading),
    ...console,
    texts: ['staffSignIn', 'staffApplications'],
    load: async () => ({
      Page: (await import('../features/service/service-applications/staff-applications.page.tsx'))
        .StaffApplicationsPage,
    }),
  }),
  route({
    path: paths.staffApplication(),
    title: titleOf('staffApplications', ({ view }) => view.title),
    ...console,
    texts: ['staffSignIn', 'staffApplications', 'serviceApplications'],
    load: async () => ({
      Page: (await import('../features/service/service-applications/staff-application.page.tsx')).StaffApplicationPage,
    }),
  }),
  route({
    path: paths.staffClaim(),
    title: titleOf('staffClaims', ({ title }) => title),
    ...console,
    texts: ['staffSignIn', 'staffClaims'],
    load: async () => ({
      Page: (await import('../features/accounts/capital-credits/staff-claim.page.tsx')).StaffClaimPage,
    }),
  }),
  route({
    path: paths.staffProfileChanges(),
    title: titleOf('staffProfileChanges', ({ heading }) => heading),
    ...console,
    texts: ['staffSignIn', 'staffProfileChanges'],
    load: async () => ({
      Page: (await import('../features/accounts/account-profile/staff-profile-changes.page.tsx'))
        .StaffProfileChangesPage,
    }),
  }),
  route({
    path: paths.staffPayments(),
    title: titleOf('staffPayments', ({ find }) => find.heading),
    ...console,
    texts: ['staffSignIn', 'memberSupport', 'staffPayments'],
    load: async () => ({
      Page: (await import('../features/staff/staff-payments/find-payments.page.tsx')).FindPaymentsPage,
    }),
  }),
  route({
    path: paths.staffPayment(),
    title: titleOf('staffPayments', ({ payment }) => payment.title),
    ...console,
    texts: ['staffSignIn', 'memberSupport', 'staffPayments'],
    load: async () => ({ Page: (await import('../features/staff/staff-payments/payment.page.tsx')).PaymentPage }),
  }),
  route({
    path: paths.staffAlarms(),
    title: titleOf('staffPayments', ({ alarms }) => alarms.heading),
    ...console,
    texts: ['staffSignIn', 'memberSupport', 'staffPayments'],
    load: async () => ({ Page: (await import('../features/staff/staff-payments/alarms.page.tsx')).AlarmsPage }),
  }),
  route({
    path: paths.staffRuns(),
    title: titleOf('staffRuns', ({ list }) => list.heading),
    ...console,
    texts: ['staffSignIn', 'staffRuns'],
    load: async () => ({ Page: (await import('../features/staff/staff-runs/runs.page.tsx')).RunsPage }),
  }),
  route({
    path: paths.staffImport(),
    title: titleOf('staffRuns', ({ view }) => view.importTitle),
    ...console,
    texts: ['staffSignIn', 'staffRuns'],
    load: async () => ({ Page: (await import('../features/staff/staff-runs/import.page.tsx')).ImportPage }),
  }),
  route({
    path: paths.staffRun(),
    title: titleOf('staffRuns', ({ view }) => view.runTitle),
    ...console,
    texts: ['staffSignIn', 'staffRuns'],
    load: async () => ({ Page: (await import('../features/staff/staff-runs/run.page.tsx')).RunPage }),
  }),
  route({
    path: paths.staffSettings(),
    title: titleOf('staffSettings', ({ settings }) => settings.heading),
    ...console,
    texts: ['staffSignIn', 'staffSettings'],
    load: async () => ({ Page: (await import('../features/staff/staff-settings/settings.page.tsx')).SettingsPage }),
  }),
  route({
    path: paths.staffTexts(),
    title: titleOf('staffSettings', ({ contents }) => contents.heading),
    ...console,
    texts: ['staffSignIn', 'staffSettings'],
    load: async () => ({ Page: (await import('../features/staff/staff-settings/texts.page.tsx')).TextsPage }),
  }),
  route({
    path: paths.staffSignIn(),
    title: titleOf('staffSignIn', ({ signIn }) => signIn.heading),
    ...console,
    texts: ['staffSignIn', 'signIn'],
    load: async () => ({
      Page: (await import('../features/staff/staff-sign-in/staff-sign-in.page.tsx')).StaffSignInPage,
    }),
  }),
  route({
    path: paths.staffSetUp(),
    title: titleOf('staffSignIn', ({ setUp }) => setUp.heading),
    ...console,
    texts: ['staffSignIn', 'authenticatorApp', 'newPassword'],
    load: async () => ({
      Page: (await import('../features/staff/staff-sign-in/staff-set-up.page.tsx')).StaffSetUpPage,
    }),
  }),
]

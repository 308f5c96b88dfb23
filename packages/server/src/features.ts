import { accountProfileData } from './features/accounts/account-profile/account-profile.data.ts'
import { averageBillingData } from './features/accounts/average-billing/average-billing.data.ts'
import { calendarData } from './features/accounts/calendar/calendar.data.ts'
import { capitalCreditsData } from './features/accounts/capital-credits/capital-credits.data.ts'
import { memberDocumentsData } from './features/accounts/member-documents/member-documents.data.ts'
import { myProfileData } from './features/accounts/my-profile/my-profile.data.ts'
import { sharedAccessData } from './features/identity/shared-access/shared-access.data.ts'
import { signInData } from './features/identity/sign-in/sign-in.data.ts'
import { notificationsData } from './features/messages/notifications/notifications.data.ts'
import { arrangementsData } from './features/paying/arrangements/arrangements.data.ts'
import { autoPayData } from './features/paying/auto-pay/auto-pay.data.ts'
import { draftsData } from './features/paying/drafts/drafts.data.ts'
import { paymentsData } from './features/paying/payments/payments.data.ts'
import { quickPayData } from './features/paying/quick-pay/quick-pay.data.ts'
import { runsData } from './features/paying/runs/runs.data.ts'
import { scheduledPaymentsData } from './features/paying/scheduled-payments/scheduled-payments.data.ts'
import { taskLinksData } from './features/paying/task-links/task-links.data.ts'
import { outageData } from './features/service/outage/outage.data.ts'
import { serviceApplicationsData } from './features/service/service-applications/service-applications.data.ts'
import { serviceRequestsData } from './features/service/service-requests/service-requests.data.ts'
import { demoData } from './features/site/demo/demo.data.ts'
import { siteData } from './features/site/site/site.data.ts'
import { systemApiData } from './features/site/system-api/system-api.data.ts'
import { memberSupportData } from './features/staff/member-support/member-support.data.ts'
import { staffSettingsData } from './features/staff/staff-settings/staff-settings.data.ts'
import { staffSignInData } from './features/staff/staff-sign-in/staff-sign-in.data.ts'
import { connectedAppsData } from './features/usage/connected-apps/connected-apps.data.ts'
import { insightsData } from './features/usage/insights/insights.data.ts'
import { meterReadingsData } from './features/usage/meter-readings/meter-readings.data.ts'
import { usageData } from './features/usage/usage/usage.data.ts'
import type { FeatureCommand } from './platform/command.ts'
import type { EventBodies } from './platform/events/event-schema.ts'
import { collectFeatureData } from './platform/feature-data.ts'
import type { Feature, FeatureManifest } from './platform/http/call.ts'
import { platformData } from './platform/platform.data.ts'

/** Every slice of the server. Commands need the facts about the tables only, so routes are loaded when the portal is put together. */
const manifests: readonly FeatureManifest[] = [
  { ...siteData, load: async () => (await import('./features/site/site/site.routes.ts')).siteFeature },
  { ...signInData, load: async () => (await import('./features/identity/sign-in/sign-in.routes.ts')).signInFeature },
  { load: async () => (await import('./features/identity/passkeys/passkeys.routes.ts')).passkeysFeature },
  {
    load: async () =>
      (await import('./features/identity/authenticator-app/authenticator-app.routes.ts')).authenticatorAppFeature,
  },
  {
    events: async () => (await import('./features/identity/registration/registration.events.ts')).registrationEvents,
    load: async () => (await import('./features/identity/registration/registration.routes.ts')).registrationFeature,
  },
  {
    load: async () =>
      (await import('./features/identity/credential-recovery/credential-recovery.routes.ts')).credentialRecoveryFeature,
  },
  { load: async () => (await import('./features/accounts/accounts/accounts.routes.ts')).accountsFeature },
  {
    load: async () =>
      (await import('./features/accounts/account-overview/account-overview.routes.ts')).accountOverviewFeature,
  },
  { load: async () => (await import('./features/accounts/bills/bills.routes.ts')).billsFeature },
  { ...insightsData, load: async () => (await import('./features/usage/insights/insights.routes.ts')).insightsFeature },
  {
    ...notificationsData,
    events: async () => (await import('./features/messages/notifications/notifications.events.ts')).notificationsEvents,
    load: async () => (await import('./features/messages/notifications/notifications.routes.ts')).notificationsFeature,
  },
  {
    ...calendarData,
    load: async () => (await import('./features/accounts/calendar/calendar.routes.ts')).calendarFeature,
  },
  {
    ...accountProfileData,
    events: async () =>
      (await import('./features/accounts/account-profile/account-profile.events.ts')).accountProfileEvents,
    load: async () =>
      (await import('./features/accounts/account-profile/account-profile.routes.ts')).accountProfileFeature,
  },
  {
    ...myProfileData,
    events: async () => (await import('./features/accounts/my-profile/my-profile.events.ts')).myProfileEvents,
    load: async () => (await import('./features/accounts/my-profile/my-profile.routes.ts')).myProfileFeature,
  },
  {
    load: async () =>
      (await import('./features/accounts/operation-roundup/operation-roundup.routes.ts')).operationRoundUpFeature,
  },
  {
    ...averageBillingData,
    events: async () =>
      (await import('./features/accounts/average-billing/average-billing.events.ts')).averageBillingEvents,
    load: async () =>
      (await import('./features/accounts/average-billing/average-billing.routes.ts')).averageBillingFeature,
  },
  { load: async () => (await import('./features/accounts/deposits/deposits.routes.ts')).depositsFeature },
  {
    load: async () =>
      (await import('./features/accounts/delinquent-history/delinquent-history.routes.ts')).delinquentHistoryFeature,
  },
  {
    ...memberDocumentsData,
    load: async () =>
      (await import('./features/accounts/member-documents/member-documents.routes.ts')).memberDocumentsFeature,
  },
  {
    ...capitalCreditsData,
    events: async () =>
      (await import('./features/accounts/capital-credits/capital-credits.events.ts')).capitalCreditsEvents,
    load: async () =>
      (await import('./features/accounts/capital-credits/capital-credits.routes.ts')).capitalCreditsFeature,
  },
  {
    ...draftsData,
    events: async () => (await import('./features/paying/drafts/drafts.events.ts')).draftsEvents,
    load: async () => (await import('./features/paying/drafts/drafts.routes.ts')).draftsFeature,
  },
  {
    ...arrangementsData,
    events: async () => (await import('./features/paying/arrangements/arrangements.events.ts')).arrangementsEvents,
    load: async () => (await import('./features/paying/arrangements/arrangements.routes.ts')).arrangementsFeature,
  },
  {
    ...quickPayData,
    load: async () => (await import('./features/paying/quick-pay/quick-pay.routes.ts')).quickPayFeature,
  },
  { load: async () => (await import('./features/paying/pay-multiple/pay-multiple.routes.ts')).payMultipleFeature },
  {
    ...scheduledPaymentsData,
    load: async () =>
      (await import('./features/paying/scheduled-payments/scheduled-payments.routes.ts')).scheduledPaymentsFeature,
  },
  {
    ...runsData,
    events: async () => (await import('./features/paying/runs/runs.events.ts')).runsEvents,
    load: async () => (await import('./features/paying/runs/runs.routes.ts')).runsFeature,
  },
  {
    load: async () =>
      (await import('./features/paying/payment-profile/payment-profile.routes.ts')).paymentProfileFeature,
  },
  {
    ...autoPayData,
    events: async () => (await import('./features/paying/auto-pay/auto-pay.events.ts')).autoPayEvents,
    load: async () => (await import('./features/paying/auto-pay/auto-pay.routes.ts')).autoPayFeature,
  },
  {
    ...connectedAppsData,
    load: async () => (await import('./features/usage/connected-apps/connected-apps.routes.ts')).connectedAppsFeature,
  },
  {
    ...sharedAccessData,
    load: async () => (await import('./features/identity/shared-access/shared-access.routes.ts')).sharedAccessFeature,
  },
  {
    ...paymentsData,
    events: async () => (await import('./features/paying/payments/payments.events.ts')).paymentsEvents,
    load: async () => (await import('./features/paying/payments/payments.routes.ts')).paymentsFeature,
  },
  { ...usageData, load: async () => (await import('./features/usage/usage/usage.routes.ts')).usageFeature },
  { load: async () => (await import('./features/usage/green-button/green-button.routes.ts')).greenButtonFeature },
  { load: async () => (await import('./features/usage/aclara-jump/aclara-jump.routes.ts')).aclaraJumpFeature },
  {
    ...meterReadingsData,
    events: async () => (await import('./features/usage/meter-readings/meter-readings.events.ts')).meterReadingsEvents,
    load: async () => (await import('./features/usage/meter-readings/meter-readings.routes.ts')).meterReadingsFeature,
  },
  {
    ...serviceRequestsData,
    events: async () =>
      (await import('./features/service/service-requests/service-requests.events.ts')).serviceRequestsEvents,
    load: async () =>
      (await import('./features/service/service-requests/service-requests.routes.ts')).serviceRequestsFeature,
  },
  {
    ...serviceApplicationsData,
    events: async () =>
      (await import('./features/service/service-applications/service-applications.events.ts'))
        .serviceApplicationsEvents,
    load: async () =>
      (await import('./features/service/service-applications/service-applications.routes.ts'))
        .serviceApplicationsFeature,
  },
  {
    ...outageData,
    events: async () => (await import('./features/service/outage/outage.events.ts')).outageEvents,
    load: async () => (await import('./features/service/outage/outage.routes.ts')).outageFeature,
  },
  {
    ...staffSignInData,
    load: async () => (await import('./features/staff/staff-sign-in/staff-sign-in.routes.ts')).staffSignInFeature,
  },
  {
    ...memberSupportData,
    load: async () => (await import('./features/staff/member-support/member-support.routes.ts')).memberSupportFeature,
  },
  { load: async () => (await import('./features/staff/staff-payments/staff-payments.routes.ts')).staffPaymentsFeature },
  { load: async () => (await import('./features/staff/staff-runs/staff-runs.routes.ts')).staffRunsFeature },
  {
    ...staffSettingsData,
    load: async () => (await import('./features/staff/staff-settings/staff-settings.routes.ts')).staffSettingsFeature,
  },
  {
    ...taskLinksData,
    load: async () => (await import('./features/paying/task-links/task-links.routes.ts')).taskLinksFeature,
  },
  { load: async () => (await import('./features/site/web-chat/web-chat.routes.ts')).webChatFeature },
  {
    ...systemApiData,
    load: async () => (await import('./features/site/system-api/system-api.routes.ts')).systemApiFeature,
  },
  { ...demoData, load: async () => (await import('./features/site/demo/demo.routes.ts')).demoFeature },
]

/** The facts about all tables. */
export const featureData = collectFeatureData(manifests, platformData)

/** Loads the bodies of all kinds of events. */
export const loadEventBodies = async (): Promise<EventBodies> =>
  Object.assign({}, ...(await Promise.all(manifests.map(async ({ events }) => events?.()))))

/** Loads what a serving process needs of every slice, in the order of the list. */
export const loadFeatures = async (): Promise<readonly Feature[]> =>
  Promise.all(manifests.map(async ({ load }) => load()))

/** The commands of the slices by their names. Each is loaded when it is called. */
export const featureCommands = {
  events: async () => (await import('./features/site/integration/events.command.ts')).eventsCommand,
  'api-keys': async () => (await import('./features/site/system-api/api-keys.command.ts')).apiKeysCommand,
  payments: async () => (await import('./features/paying/payments/payments.command.ts')).paymentsCommand,
  reconcile: async () => (await import('./features/paying/payments/payments.command.ts')).reconcileCommand,
  export: async () => (await import('./features/paying/payments/payments.command.ts')).exportCommand,
  runs: async () => (await import('./features/paying/runs/runs.command.ts')).runsCommand,
  nacha: async () => (await import('./features/paying/runs/runs.command.ts')).nachaCommand,
  'quick-pay': async () => (await import('./features/paying/quick-pay/quick-pay.command.ts')).quickPayCommand,
  member: async () => (await import('./features/staff/member-support/member.command.ts')).memberCommand,
  staff: async () => (await import('./features/staff/staff-sign-in/staff.command.ts')).staffCommand,
  connect: async () => (await import('./features/usage/connected-apps/connect.command.ts')).connectCommand,
  documents: async () => (await import('./features/accounts/member-documents/documents.command.ts')).documentsCommand,
  photos: async () => (await import('./features/usage/meter-readings/photos.command.ts')).photosCommand,
  applications: async () =>
    (await import('./features/service/service-applications/applications.command.ts')).applicationsCommand,
} as const satisfies Readonly<Record<string, () => Promise<FeatureCommand>>>

export type FeatureCommandName = keyof typeof featureCommands

/** Says whether a slice has a command of this name. */
export const isFeatureCommand = (name: string): name is FeatureCommandName => Object.hasOwn(featureCommands, name)

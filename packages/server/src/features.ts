import { aclaraJumpFeature } from './features/aclara-jump/aclara-jump.routes.ts'
import { accountOverviewFeature } from './features/account-overview/account-overview.routes.ts'
import { accountProfileFeature } from './features/account-profile/account-profile.routes.ts'
import { accountsFeature } from './features/accounts/accounts.routes.ts'
import { arrangementsFeature } from './features/arrangements/arrangements.routes.ts'
import { authenticatorAppFeature } from './features/authenticator-app/authenticator-app.routes.ts'
import { autoPayFeature } from './features/auto-pay/auto-pay.routes.ts'
import { averageBillingFeature } from './features/average-billing/average-billing.routes.ts'
import { billsFeature } from './features/bills/bills.routes.ts'
import { calendarFeature } from './features/calendar/calendar.routes.ts'
import { connectedAppsFeature } from './features/connected-apps/connected-apps.routes.ts'
import { capitalCreditsFeature } from './features/capital-credits/capital-credits.routes.ts'
import { credentialRecoveryFeature } from './features/credential-recovery/credential-recovery.routes.ts'
import { delinquentHistoryFeature } from './features/delinquent-history/delinquent-history.routes.ts'
import { demoFeature } from './features/demo/demo.routes.ts'
import { draftsFeature } from './features/drafts/drafts.routes.ts'
import { greenButtonFeature } from './features/green-button/green-button.routes.ts'
import { insightsFeature } from './features/insights/insights.routes.ts'
import { memberDocumentsFeature } from './features/member-documents/member-documents.routes.ts'
import { memberSupportFeature } from './features/member-support/member-support.routes.ts'
import { meterReadingsFeature } from './features/meter-readings/meter-readings.routes.ts'
import { notificationsFeature } from './features/notifications/notifications.routes.ts'
import { myProfileFeature } from './features/my-profile/my-profile.routes.ts'
import { operationRoundUpFeature } from './features/operation-roundup/operation-roundup.routes.ts'
import { depositsFeature } from './features/deposits/deposits.routes.ts'
import { outageFeature } from './features/outage/outage.routes.ts'
import { passkeysFeature } from './features/passkeys/passkeys.routes.ts'
import { payMultipleFeature } from './features/pay-multiple/pay-multiple.routes.ts'
import { paymentProfileFeature } from './features/payment-profile/payment-profile.routes.ts'
import { paymentsFeature } from './features/payments/payments.routes.ts'
import { quickPayFeature } from './features/quick-pay/quick-pay.routes.ts'
import { registrationFeature } from './features/registration/registration.routes.ts'
import { runsFeature } from './features/runs/runs.routes.ts'
import { scheduledPaymentsFeature } from './features/scheduled-payments/scheduled-payments.routes.ts'
import { serviceApplicationsFeature } from './features/service-applications/service-applications.routes.ts'
import { serviceRequestsFeature } from './features/service-requests/service-requests.routes.ts'
import { sharedAccessFeature } from './features/shared-access/shared-access.routes.ts'
import { signInFeature } from './features/sign-in/sign-in.routes.ts'
import { siteFeature } from './features/site/site.routes.ts'
import { staffPaymentsFeature } from './features/staff-payments/staff-payments.routes.ts'
import { staffRunsFeature } from './features/staff-runs/staff-runs.routes.ts'
import { staffSettingsFeature } from './features/staff-settings/staff-settings.routes.ts'
import { staffSignInFeature } from './features/staff-sign-in/staff-sign-in.routes.ts'
import { taskLinksFeature } from './features/task-links/task-links.routes.ts'
import { usageFeature } from './features/usage/usage.routes.ts'
import { webChatFeature } from './features/web-chat/web-chat.routes.ts'
import type { Feature } from './platform/http/call.ts'

/** Every slice of the server. */
export const features: readonly Feature[] = [
  siteFeature,
  signInFeature,
  passkeysFeature,
  authenticatorAppFeature,
  registrationFeature,
  credentialRecoveryFeature,
  accountsFeature,
  accountOverviewFeature,
  billsFeature,
  insightsFeature,
  notificationsFeature,
  calendarFeature,
  accountProfileFeature,
  myProfileFeature,
  operationRoundUpFeature,
  averageBillingFeature,
  depositsFeature,
  delinquentHistoryFeature,
  memberDocumentsFeature,
  capitalCreditsFeature,
  draftsFeature,
  arrangementsFeature,
  quickPayFeature,
  payMultipleFeature,
  scheduledPaymentsFeature,
  runsFeature,
  paymentProfileFeature,
  autoPayFeature,
  connectedAppsFeature,
  sharedAccessFeature,
  paymentsFeature,
  usageFeature,
  greenButtonFeature,
  aclaraJumpFeature,
  meterReadingsFeature,
  serviceRequestsFeature,
  serviceApplicationsFeature,
  outageFeature,
  staffSignInFeature,
  memberSupportFeature,
  staffPaymentsFeature,
  staffRunsFeature,
  staffSettingsFeature,
  taskLinksFeature,
  webChatFeature,
  demoFeature,
]

import { aclaraJumpFeature } from './features/usage/aclara-jump/aclara-jump.routes.ts'
import { accountOverviewFeature } from './features/accounts/account-overview/account-overview.routes.ts'
import { accountProfileFeature } from './features/accounts/account-profile/account-profile.routes.ts'
import { accountsFeature } from './features/accounts/accounts/accounts.routes.ts'
import { arrangementsFeature } from './features/paying/arrangements/arrangements.routes.ts'
import { authenticatorAppFeature } from './features/identity/authenticator-app/authenticator-app.routes.ts'
import { autoPayFeature } from './features/paying/auto-pay/auto-pay.routes.ts'
import { averageBillingFeature } from './features/accounts/average-billing/average-billing.routes.ts'
import { billsFeature } from './features/accounts/bills/bills.routes.ts'
import { calendarFeature } from './features/accounts/calendar/calendar.routes.ts'
import { connectedAppsFeature } from './features/usage/connected-apps/connected-apps.routes.ts'
import { capitalCreditsFeature } from './features/accounts/capital-credits/capital-credits.routes.ts'
import { credentialRecoveryFeature } from './features/identity/credential-recovery/credential-recovery.routes.ts'
import { delinquentHistoryFeature } from './features/accounts/delinquent-history/delinquent-history.routes.ts'
import { demoFeature } from './features/site/demo/demo.routes.ts'
import { draftsFeature } from './features/paying/drafts/drafts.routes.ts'
import { greenButtonFeature } from './features/usage/green-button/green-button.routes.ts'
import { insightsFeature } from './features/usage/insights/insights.routes.ts'
import { memberDocumentsFeature } from './features/accounts/member-documents/member-documents.routes.ts'
import { memberSupportFeature } from './features/staff/member-support/member-support.routes.ts'
import { meterReadingsFeature } from './features/usage/meter-readings/meter-readings.routes.ts'
import { notificationsFeature } from './features/messages/notifications/notifications.routes.ts'
import { myProfileFeature } from './features/accounts/my-profile/my-profile.routes.ts'
import { operationRoundUpFeature } from './features/accounts/operation-roundup/operation-roundup.routes.ts'
import { depositsFeature } from './features/accounts/deposits/deposits.routes.ts'
import { outageFeature } from './features/service/outage/outage.routes.ts'
import { passkeysFeature } from './features/identity/passkeys/passkeys.routes.ts'
import { payMultipleFeature } from './features/paying/pay-multiple/pay-multiple.routes.ts'
import { paymentProfileFeature } from './features/paying/payment-profile/payment-profile.routes.ts'
import { paymentsFeature } from './features/paying/payments/payments.routes.ts'
import { quickPayFeature } from './features/paying/quick-pay/quick-pay.routes.ts'
import { registrationFeature } from './features/identity/registration/registration.routes.ts'
import { runsFeature } from './features/paying/runs/runs.routes.ts'
import { scheduledPaymentsFeature } from './features/paying/scheduled-payments/scheduled-payments.routes.ts'
import { serviceApplicationsFeature } from './features/service/service-applications/service-applications.routes.ts'
import { serviceRequestsFeature } from './features/service/service-requests/service-requests.routes.ts'
import { sharedAccessFeature } from './features/identity/shared-access/shared-access.routes.ts'
import { signInFeature } from './features/identity/sign-in/sign-in.routes.ts'
import { siteFeature } from './features/site/site/site.routes.ts'
import { staffPaymentsFeature } from './features/staff/staff-payments/staff-payments.routes.ts'
import { staffRunsFeature } from './features/staff/staff-runs/staff-runs.routes.ts'
import { staffSettingsFeature } from './features/staff/staff-settings/staff-settings.routes.ts'
import { staffSignInFeature } from './features/staff/staff-sign-in/staff-sign-in.routes.ts'
import { taskLinksFeature } from './features/paying/task-links/task-links.routes.ts'
import { usageFeature } from './features/usage/usage/usage.routes.ts'
import { webChatFeature } from './features/site/web-chat/web-chat.routes.ts'
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

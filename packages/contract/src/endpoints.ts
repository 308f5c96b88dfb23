import { staffProfileChanges } from './accounts/account-profile/staff-profile-changes.contract.ts'
import { aclaraJump } from './usage/aclara-jump/aclara-jump.contract.ts'
import { accountOverview } from './accounts/account-overview/account-overview.contract.ts'
import { accountProfile } from './accounts/account-profile/account-profile.contract.ts'
import { accounts } from './accounts/accounts/accounts.contract.ts'
import { arrangements } from './paying/arrangements/arrangements.contract.ts'
import { authenticatorApp } from './identity/authenticator-app/authenticator-app.contract.ts'
import { autoPay } from './paying/auto-pay/auto-pay.contract.ts'
import { averageBilling } from './accounts/average-billing/average-billing.contract.ts'
import { bills } from './accounts/bills/bills.contract.ts'
import { calendar } from './accounts/calendar/calendar.contract.ts'
import { connectedApps } from './usage/connected-apps/connected-apps.contract.ts'
import { espiResources } from './usage/connected-apps/espi-resources.contract.ts'
import { capitalCredits } from './accounts/capital-credits/capital-credits.contract.ts'
import { credentialRecovery } from './identity/credential-recovery/credential-recovery.contract.ts'
import { delinquentHistory } from './accounts/delinquent-history/delinquent-history.contract.ts'
import { deposits } from './accounts/deposits/deposits.contract.ts'
import { drafts } from './paying/drafts/drafts.contract.ts'
import type { Endpoint } from './endpoint.ts'
import { greenButton } from './usage/green-button/green-button.contract.ts'
import { insights } from './usage/insights/insights.contract.ts'
import { memberDocuments } from './accounts/member-documents/member-documents.contract.ts'
import { notifications } from './messages/notifications/notifications.contract.ts'
import { memberSupport } from './staff/member-support/member-support.contract.ts'
import { meterReadings } from './usage/meter-readings/meter-readings.contract.ts'
import { myProfile } from './accounts/my-profile/my-profile.contract.ts'
import { operationRoundUp } from './accounts/operation-roundup/operation-roundup.contract.ts'
import { outage } from './service/outage/outage.contract.ts'
import { publicOutages } from './service/outage/public-outages.contract.ts'
import { passkeys } from './identity/passkeys/passkeys.contract.ts'
import { payMultiple } from './paying/pay-multiple/pay-multiple.contract.ts'
import { paymentProfile } from './paying/payment-profile/payment-profile.contract.ts'
import { payments } from './paying/payments/payments.contract.ts'
import { quickPay } from './paying/quick-pay/quick-pay.contract.ts'
import { registration } from './identity/registration/registration.contract.ts'
import { scheduledPayments } from './paying/scheduled-payments/scheduled-payments.contract.ts'
import { serviceApplications } from './service/service-applications/service-applications.contract.ts'
import { staffApplications } from './service/service-applications/staff-applications.contract.ts'
import { serviceRequests } from './service/service-requests/service-requests.contract.ts'
import { sharedAccess } from './identity/shared-access/shared-access.contract.ts'
import { signIn } from './identity/sign-in/sign-in.contract.ts'
import { site } from './site/site/site.contract.ts'
import { staffApiKeys } from './site/system-api/staff-api-keys.contract.ts'
import { staffClaims } from './accounts/capital-credits/staff-claims.contract.ts'
import { staffPayments } from './staff/staff-payments/staff-payments.contract.ts'
import { staffRuns } from './staff/staff-runs/staff-runs.contract.ts'
import { staffSettings } from './staff/staff-settings/staff-settings.contract.ts'
import { staffSignIn } from './staff/staff-sign-in/staff-sign-in.contract.ts'
import { systemApi } from './site/system-api/system-api.contract.ts'
import { systemPushes } from './site/system-api/system-pushes.contract.ts'
import { taskLinks } from './paying/task-links/task-links.contract.ts'
import { usage } from './usage/usage/usage.contract.ts'
import { webChat } from './site/web-chat/web-chat.contract.ts'

/** Every contract, by slice. The server serves, and the browser can call, only what is in this record. */
export const contracts = {
  site,
  staffSignIn,
  memberSupport,
  staffPayments,
  staffApplications,
  staffClaims,
  staffProfileChanges,
  staffRuns,
  staffSettings,
  staffApiKeys,
  signIn,
  passkeys,
  authenticatorApp,
  registration,
  credentialRecovery,
  accounts,
  accountOverview,
  bills,
  insights,
  notifications,
  calendar,
  accountProfile,
  myProfile,
  operationRoundUp,
  averageBilling,
  deposits,
  delinquentHistory,
  memberDocuments,
  capitalCredits,
  drafts,
  arrangements,
  quickPay,
  payMultiple,
  paymentProfile,
  scheduledPayments,
  autoPay,
  connectedApps,
  espiResources,
  sharedAccess,
  payments,
  usage,
  greenButton,
  aclaraJump,
  meterReadings,
  serviceRequests,
  serviceApplications,
  outage,
  publicOutages,
  taskLinks,
  webChat,
  systemApi,
  systemPushes,
} as const

export const allEndpoints: readonly Endpoint[] = Object.values(contracts).flatMap((slice) =>
  Object.values<Endpoint>(slice),
)

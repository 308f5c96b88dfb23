import { staffProfileChanges } from './account-profile/staff-profile-changes.contract.ts'
import { aclaraJump } from './aclara-jump/aclara-jump.contract.ts'
import { accountOverview } from './account-overview/account-overview.contract.ts'
import { accountProfile } from './account-profile/account-profile.contract.ts'
import { accounts } from './accounts/accounts.contract.ts'
import { arrangements } from './arrangements/arrangements.contract.ts'
import { authenticatorApp } from './authenticator-app/authenticator-app.contract.ts'
import { autoPay } from './auto-pay/auto-pay.contract.ts'
import { averageBilling } from './average-billing/average-billing.contract.ts'
import { bills } from './bills/bills.contract.ts'
import { calendar } from './calendar/calendar.contract.ts'
import { connectedApps } from './connected-apps/connected-apps.contract.ts'
import { espiResources } from './connected-apps/espi-resources.contract.ts'
import { capitalCredits } from './capital-credits/capital-credits.contract.ts'
import { credentialRecovery } from './credential-recovery/credential-recovery.contract.ts'
import { delinquentHistory } from './delinquent-history/delinquent-history.contract.ts'
import { deposits } from './deposits/deposits.contract.ts'
import { drafts } from './drafts/drafts.contract.ts'
import type { Endpoint } from './endpoint.ts'
import { greenButton } from './green-button/green-button.contract.ts'
import { insights } from './insights/insights.contract.ts'
import { memberDocuments } from './member-documents/member-documents.contract.ts'
import { notifications } from './notifications/notifications.contract.ts'
import { memberSupport } from './member-support/member-support.contract.ts'
import { meterReadings } from './meter-readings/meter-readings.contract.ts'
import { myProfile } from './my-profile/my-profile.contract.ts'
import { operationRoundUp } from './operation-roundup/operation-roundup.contract.ts'
import { outage } from './outage/outage.contract.ts'
import { publicOutages } from './outage/public-outages.contract.ts'
import { passkeys } from './passkeys/passkeys.contract.ts'
import { payMultiple } from './pay-multiple/pay-multiple.contract.ts'
import { paymentProfile } from './payment-profile/payment-profile.contract.ts'
import { payments } from './payments/payments.contract.ts'
import { quickPay } from './quick-pay/quick-pay.contract.ts'
import { registration } from './registration/registration.contract.ts'
import { scheduledPayments } from './scheduled-payments/scheduled-payments.contract.ts'
import { serviceApplications } from './service-applications/service-applications.contract.ts'
import { staffApplications } from './service-applications/staff-applications.contract.ts'
import { serviceRequests } from './service-requests/service-requests.contract.ts'
import { sharedAccess } from './shared-access/shared-access.contract.ts'
import { signIn } from './sign-in/sign-in.contract.ts'
import { site } from './site/site.contract.ts'
import { staffClaims } from './capital-credits/staff-claims.contract.ts'
import { staffPayments } from './staff-payments/staff-payments.contract.ts'
import { staffRuns } from './staff-runs/staff-runs.contract.ts'
import { staffSettings } from './staff-settings/staff-settings.contract.ts'
import { staffSignIn } from './staff-sign-in/staff-sign-in.contract.ts'
import { taskLinks } from './task-links/task-links.contract.ts'
import { usage } from './usage/usage.contract.ts'
import { webChat } from './web-chat/web-chat.contract.ts'

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
} as const

export const allEndpoints: readonly Endpoint[] = Object.values(contracts).flatMap((slice) =>
  Object.values<Endpoint>(slice),
)

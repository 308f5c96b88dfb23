import { accountOverviewFeature } from './features/account-overview/public.ts'
import { accountProfileFeature } from './features/account-profile/public.ts'
import { accountsFeature } from './features/accounts/public.ts'
import { authenticatorAppFeature } from './features/authenticator-app/public.ts'
import { calendarFeature } from './features/calendar/public.ts'
import { credentialRecoveryFeature } from './features/credential-recovery/public.ts'
import { delinquentHistoryFeature } from './features/delinquent-history/public.ts'
import { demoFeature } from './features/demo/public.ts'
import { notificationsFeature } from './features/notifications/public.ts'
import { myProfileFeature } from './features/my-profile/public.ts'
import { depositsFeature } from './features/deposits/public.ts'
import { passkeysFeature } from './features/passkeys/public.ts'
import { paymentsFeature } from './features/payments/public.ts'
import { quickPayFeature } from './features/quick-pay/public.ts'
import { registrationFeature } from './features/registration/public.ts'
import { signInFeature } from './features/sign-in/public.ts'
import { siteFeature } from './features/site/public.ts'
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
  notificationsFeature,
  calendarFeature,
  accountProfileFeature,
  myProfileFeature,
  depositsFeature,
  delinquentHistoryFeature,
  quickPayFeature,
  paymentsFeature,
  demoFeature,
]

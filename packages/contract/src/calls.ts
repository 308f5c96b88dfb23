import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { accountOverview } from './account-overview/account-overview.contract.ts'
import type { accountProfile } from './account-profile/account-profile.contract.ts'
import type { accounts } from './accounts/accounts.contract.ts'
import type { authenticatorApp } from './authenticator-app/authenticator-app.contract.ts'
import type { calendar } from './calendar/calendar.contract.ts'
import type { credentialRecovery } from './credential-recovery/credential-recovery.contract.ts'
import type { notifications } from './notifications/notifications.contract.ts'
import type { myProfile } from './my-profile/my-profile.contract.ts'
import type { delinquentHistory } from './delinquent-history/delinquent-history.contract.ts'
import type { deposits } from './deposits/deposits.contract.ts'
import type { passkeys } from './passkeys/passkeys.contract.ts'
import type { registration } from './registration/registration.contract.ts'
import type { signIn } from './sign-in/sign-in.contract.ts'
import type { quickPay } from './quick-pay/quick-pay.contract.ts'
import type { site } from './site/site.contract.ts'

type EndpointsOf<Slice> = Slice[keyof Slice]

/** The endpoints that a browser calls; the provider's are not among them. */
type BrowserEndpoint =
  | EndpointsOf<typeof site>
  | EndpointsOf<typeof quickPay>
  | EndpointsOf<typeof signIn>
  | EndpointsOf<typeof registration>
  | EndpointsOf<typeof credentialRecovery>
  | EndpointsOf<typeof authenticatorApp>
  | EndpointsOf<typeof passkeys>
  | EndpointsOf<typeof accounts>
  | EndpointsOf<typeof accountOverview>
  | EndpointsOf<typeof notifications>
  | EndpointsOf<typeof calendar>
  | EndpointsOf<typeof accountProfile>
  | EndpointsOf<typeof myProfile>
  | EndpointsOf<typeof deposits>
  | EndpointsOf<typeof delinquentHistory>

/** What each call takes and answers, by its line (`'POST /v3/…'`): the browser's whole knowledge of the wire, types only. */
export type Calls = {
  [E in BrowserEndpoint as E['call']]: E extends Endpoint<infer P, infer Q, infer B, infer A>
    ? {
        readonly params: z.input<P>
        readonly query: z.input<Q>
        readonly body: z.input<B>
        readonly answer: z.output<A>
      }
    : never
}

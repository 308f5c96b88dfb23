import { payments } from '@coopline/contract/paying/payments/payments.contract'
import type { Authenticator, CallerOf, Feature } from '../../../platform/http/call.ts'
import { mailAlarmsJob } from './alarms/mail-alarms.job.ts'
import { reconcileJob } from './reconcile/reconcile.job.ts'
import { forgetMethodsJob } from './stored-methods/forget-methods.job.ts'
import { renewCardsJob } from './stored-methods/renew-cards.job.ts'
import { sweepMethodRequestsJob } from './stored-methods/sweep-method-requests.job.ts'
import { sweepOpenPaymentsJob } from './provider-events/sweep-open-payments.job.ts'
import { mountReturn } from './provider-events/mount-return.ts'
import { readNoticesJob } from './provider-news/read-notices.job.ts'
import { findProvider, takePostback } from './provider-news/take-postback.ts'

/** Finds the provider before the body is read. Its signature is over the raw body, so that the handler verifies it. @throws NotFound. */
const authenticateProvider: Authenticator<CallerOf<'provider'>> = async (deps, _facts, { provider }) => {
  findProvider(deps, provider ?? formerProvider)
  return { kind: 'provider' }
}

/** The provider of the address before providers had one each. */
const formerProvider = 'hosted-form'

/** Takes postbacks of the provider, asks it about open payments, and reconciles its reports with the ledger. */
export const paymentsFeature: Feature = {
  routes: (routes) => {
    routes.on(payments.postbackOf, async ({ deps, request, params }) => takePostback(deps, params.provider, request))
    routes.on(payments.postback, async ({ deps, request }) => takePostback(deps, formerProvider, request))
  },
  authenticators: { provider: authenticateProvider },
  pages: mountReturn,
  jobs: [
    readNoticesJob,
    sweepOpenPaymentsJob,
    sweepMethodRequestsJob,
    forgetMethodsJob,
    renewCardsJob,
    mailAlarmsJob,
    reconcileJob,
  ],
}

import { payments } from '@coopline/contract/paying/payments/payments.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { mailAlarms, mailAlarmsJob } from './alarms/mail-alarms.job.ts'
import { reconcile, reconcileJob } from './reconcile/reconcile.job.ts'
import { forgetMethods, forgetMethodsJob } from './stored-methods/remove-stored-methods.ts'
import { sweepMethodRequests, sweepMethodRequestsJob } from './stored-methods/request-method.ts'
import { sweepOpenPayments, sweepOpenPaymentsJob } from './provider-events/sweep-open-payments.job.ts'
import { takePostback } from './provider-events/take-postback.ts'

/** Takes postbacks of the provider, asks it about open payments, and reconciles its reports with the ledger. */
export const paymentsFeature: Feature = {
  routes: (routes) => {
    routes.on(payments.postback, async ({ deps, request }) =>
      takePostback(deps, deps.gateways.of('hosted-form'), request),
    )
  },
  jobs: (deps) => {
    deps.jobs.handle(sweepOpenPaymentsJob, () => sweepOpenPayments(deps))
    deps.jobs.every('* * * * *', sweepOpenPaymentsJob)
    deps.jobs.handle(sweepMethodRequestsJob, () => sweepMethodRequests(deps))
    deps.jobs.every('*/5 * * * *', sweepMethodRequestsJob)
    deps.jobs.handle(forgetMethodsJob, () => forgetMethods(deps))
    deps.jobs.every('*/5 * * * *', forgetMethodsJob)
    deps.jobs.handle(mailAlarmsJob, () => mailAlarms(deps))
    deps.jobs.every('*/15 * * * *', mailAlarmsJob)
    deps.jobs.handle(reconcileJob, async () => void (await reconcile(deps)))
    // After midnight UTC, when the provider's day is complete.
    deps.jobs.every('20 0 * * *', reconcileJob)
  },
}

import { payments } from '@coopline/contract/paying/payments/payments.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { mailAlarms, mailAlarmsJob } from './mail-alarms.job.ts'
import { reconcile, reconcileJob } from './reconcile.job.ts'
import { forgetMethods, forgetMethodsJob } from './remove-stored-methods.ts'
import { sweepMethodRequests, sweepMethodRequestsJob } from './request-method.ts'
import { sweepOpenPayments, sweepOpenPaymentsJob } from './sweep-open-payments.job.ts'
import { takePostback } from './take-postback.ts'

/** Takes postbacks of the provider, asks it about open payments, and reconciles its reports with the ledger. */
export const paymentsFeature: Feature = {
  routes: (routes) => {
    routes.on(payments.postback, async ({ deps, request }) => takePostback(deps, request))
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

import { payments } from '@coopline/contract/paying/payments/payments.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { mailAlarmsJob } from './alarms/mail-alarms.job.ts'
import { reconcileJob } from './reconcile/reconcile.job.ts'
import { forgetMethodsJob } from './stored-methods/forget-methods.job.ts'
import { sweepMethodRequestsJob } from './stored-methods/sweep-method-requests.job.ts'
import { sweepOpenPaymentsJob } from './provider-events/sweep-open-payments.job.ts'
import { mountReturn } from './provider-events/mount-return.ts'
import { takePostback } from './provider-events/take-postback.ts'

/** Takes postbacks of the provider, asks it about open payments, and reconciles its reports with the ledger. */
export const paymentsFeature: Feature = {
  routes: (routes) => {
    routes.on(payments.postbackOf, async ({ deps, request, params }) => takePostback(deps, params.provider, request))
    // The address before providers had one each.
    routes.on(payments.postback, async ({ deps, request }) => takePostback(deps, 'hosted-form', request))
  },
  pages: mountReturn,
  jobs: [sweepOpenPaymentsJob, sweepMethodRequestsJob, forgetMethodsJob, mailAlarmsJob, reconcileJob],
}

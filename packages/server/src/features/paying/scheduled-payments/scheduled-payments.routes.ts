import { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import type { Feature, RouteOptions } from '../../../platform/http/call.ts'
import {
  deleteScheduledPayment,
  listScheduledPayments,
  loadScheduleOptions,
  schedulePayment,
} from './schedule-payment.ts'

const options: RouteOptions = { isOffered: (settings) => settings.allowFutureDatedPayments }

/** Payments that members set up for a later day. */
export const scheduledPaymentsFeature: Feature = {
  routes: (routes) => {
    routes.on(scheduledPayments.list, async (call) => listScheduledPayments(call.deps, call), options)
    routes.on(scheduledPayments.options, async (call) => loadScheduleOptions(call.deps, call), options)
    routes.on(scheduledPayments.create, async (call) => schedulePayment(call.deps, call, call.body), options)
    routes.on(
      scheduledPayments.remove,
      async (call) => deleteScheduledPayment(call.deps, call, call.params.transNo),
      options,
    )
  },
}

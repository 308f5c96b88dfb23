import { taskLinks } from '@coopline/contract/paying/task-links/task-links.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { loadLinkedBill } from './load-linked-bill.ts'
import { loadLinkedOutage } from './load-linked-outage.ts'
import { loadLinkedPayment, payLinkedBill } from './pay-linked-bill.ts'

/** Links in messages that open one task without a sign-in: pay this bill, see this outage. */
export const taskLinksFeature: Feature = {
  routes: (routes) => {
    routes.on(taskLinks.bill, async ({ deps, request, body }) => loadLinkedBill(deps, request, body.token))
    routes.on(taskLinks.pay, async ({ deps, request, body }) => payLinkedBill(deps, request, body))
    routes.on(taskLinks.status, async ({ deps, body }) => loadLinkedPayment(deps, body))
    routes.on(taskLinks.outage, async ({ deps, request, body }) => loadLinkedOutage(deps, request, body.token))
  },
}

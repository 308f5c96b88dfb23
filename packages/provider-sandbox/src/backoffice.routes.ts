import { refuseAccess } from './backoffice-access.ts'
import {
  chargeAgain,
  declineLate,
  disputePayment,
  refundAgain,
  refundPayment,
  reinstatePayment,
  resendPostback,
  returnAgain,
  returnPayment,
} from './change-payment.ts'
import { listAttempts, listDeliveries } from './delivery.store.ts'
import { type Answer, type Call, redirect, type Route } from './http.ts'
import { listMethods } from './method.store.ts'
import { backofficeDetail } from './pages/backoffice-detail.ts'
import { backofficeList } from './pages/backoffice-list.ts'
import { backofficeMethods } from './pages/backoffice-methods.ts'
import { unknownPage } from './pages/refused-page.ts'
import { paymentStates } from './payment.ts'
import { findPayment, listEvents, listPayments } from './payment.store.ts'
import type { Sandbox } from './sandbox-context.ts'

const pageSize = 25

function showList(sandbox: Sandbox, call: Call): Answer {
  const state = paymentStates.find((one) => one === call.query.get('state'))
  const page = Math.max(1, Math.min(1_000_000, Math.trunc(Number(call.query.get('page')) || 1)))
  const found = listPayments(sandbox.db, { state, page, size: pageSize })
  return backofficeList({ ...found, state, page, pages: Math.max(1, Math.ceil(found.total / pageSize)) })
}

function showDetail(sandbox: Sandbox, call: Call): Answer {
  const payment = findPayment(sandbox.db, call.params['transNo'] ?? '')
  if (payment === undefined) return unknownPage('en')
  return backofficeDetail({
    payment,
    events: listEvents(sandbox.db, payment.transNo),
    deliveries: listDeliveries(sandbox.db, payment.transNo),
    attempts: listAttempts(sandbox.db, payment.transNo),
  })
}

type Action = (sandbox: Sandbox, transNo: string) => unknown

/** Performs the action of a button, then redirects the browser to the payment, which shows the result. */
const press =
  (sandbox: Sandbox, act: Action) =>
  (call: Call): Answer => {
    const transNo = call.params['transNo'] ?? ''
    if (findPayment(sandbox.db, transNo) === undefined) return unknownPage('en')
    act(sandbox, transNo)
    return redirect(`/backoffice/payments/${transNo}`)
  }

/** The provider's own staff: every payment, what happened to it, and a button for each thing that can still happen. */
export const backofficeRoutes = (sandbox: Sandbox): Route[] => {
  const guarded = (handle: (call: Call) => Answer) => (call: Call) => refuseAccess(sandbox, call) ?? handle(call)
  const button = (name: string, act: Action): Route => ({
    method: 'POST',
    path: `/backoffice/payments/:transNo/${name}`,
    handle: guarded(press(sandbox, act)),
  })
  return [
    { method: 'GET', path: '/backoffice', handle: guarded((call) => showList(sandbox, call)) },
    {
      method: 'GET',
      path: '/backoffice/methods',
      handle: guarded(() => backofficeMethods(listMethods(sandbox.db, 200))),
    },
    {
      method: 'GET',
      path: '/backoffice/payments/:transNo',
      handle: guarded((call) => showDetail(sandbox, call)),
    },
    button('refund', refundPayment),
    button('return', returnPayment),
    button('dispute', disputePayment),
    button('reinstate', reinstatePayment),
    button('refund-again', refundAgain),
    button('return-again', returnAgain),
    button('charge-again', chargeAgain),
    button('decline', declineLate),
    button('resend', resendPostback),
  ]
}

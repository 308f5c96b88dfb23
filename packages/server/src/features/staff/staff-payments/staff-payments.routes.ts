import type { Endpoint } from '@coopline/contract/endpoint'
import { staffPayments, type StaffPaymentStory } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import type { StaffRole } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { checkReason } from '@coopline/rules/staff/staff-payments/check-reason'
import { staffPaymentMessage } from '@coopline/rules/staff/staff-payments/staff-payments.messages'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, NotFound, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { Feature, StaffCall } from '../../../platform/http/call.ts'
import { actorOf } from '../../../platform/http/staff-actor.ts'
import { noteLookUp } from '../member-support/public.ts'
import {
  acceptPayment,
  refundPayment,
  rejectPayment,
  type ReviewDecision,
  settleAlarm,
} from '../../paying/payments/public.ts'
import { countOpenAlarms, findAlarm } from './alarms-of-staff.store.ts'
import { findPayments } from './find-payments.ts'
import { listAlarmsForStaff } from './list-alarms.ts'
import { showAlarm } from './show-payment.ts'
import { viewPayment } from './view-payment.ts'

/** The roles that may see payments and alarms and decide about them. */
const options: { readonly roles: readonly StaffRole[] } = { roles: ['billing', 'admin'] }

/** The menu shows no higher number of open alarms. */
const mostCounted = 100

type Request = Pick<StaffCall<Endpoint>, 'deps' | 'caller' | 'request'>

/** @throws Refused for a reason that the rule refuses. */
function requireReason(reason: string): string {
  const problems = checkReason({ reason })
  if (problems.length > 0)
    throw new Refused(...problems.map((problem) => refusal(staffPaymentMessage, problem.code, problem.field)))
  return reason.trim()
}

/**
 * Decides about a payment, and shows it as it is then.
 *
 * @throws NotFound when there is no such payment; Conflict when it cannot be decided so, for example because another staff member did it first.
 */
async function decide(
  call: Request,
  { transNo }: { readonly transNo: string },
  { reason: typed, eventId }: { readonly reason: string; readonly eventId?: string },
  act: (deps: Deps, decision: ReviewDecision) => Promise<unknown>,
): Promise<StaffPaymentStory> {
  const reason = requireReason(typed)
  const before = await viewPayment(call.deps, transNo, actorOf(call), true)
  await act(call.deps, { ...actorOf(call), transNo: before.transNo, reason, eventId })
  return viewPayment(call.deps, transNo, actorOf(call), true)
}

/**
 * The routes with which staff find payments, decide about them and settle alarms. Each decision calls the same use case
 * as `coopline payments`.
 */
export const staffPaymentsFeature: Feature = {
  routes: (routes) => {
    routes.onStaff(staffPayments.search, options, async (call) => {
      const { text, after } = call.body
      // The console opens with the first page of all payments, which is not recorded.
      if (text.trim() !== '' || after !== null)
        await noteLookUp(call.deps, actorOf(call), `search:${text.trim()} ${after?.transNo ?? ''}`)
      return findPayments(call.deps, text, after)
    })
    routes.onStaff(staffPayments.view, options, async (call) => {
      const story = await viewPayment(call.deps, call.params.transNo, actorOf(call))
      await noteLookUp(call.deps, actorOf(call), story.memberNumber)
      return story
    })
    routes.onStaff(staffPayments.accept, options, async (call) => decide(call, call.params, call.body, acceptPayment))
    routes.onStaff(staffPayments.reject, options, async (call) => decide(call, call.params, call.body, rejectPayment))
    routes.onStaff(staffPayments.refund, options, async (call) => decide(call, call.params, call.body, refundPayment))
    routes.onStaff(staffPayments.alarms, options, async ({ deps, body }) =>
      listAlarmsForStaff(deps, body.isSettled, body.after),
    )
    routes.onStaff(staffPayments.countAlarms, options, async ({ deps }) => ({
      open: await countOpenAlarms(deps.db, mostCounted),
    }))
    routes.onStaff(staffPayments.settleAlarm, options, async (call) => {
      const { id } = call.body
      const reason = requireReason(call.body.reason)
      if (!(await settleAlarm(call.deps, { ...actorOf(call), id, reason })))
        throw new Conflict(refusal(staffPaymentMessage, 'alarm-not-open'))
      const alarm = await findAlarm(call.deps.db, id)
      if (alarm === undefined) throw new NotFound('No such alarm')
      return { alarm: showAlarm(alarm) }
    })
  },
}

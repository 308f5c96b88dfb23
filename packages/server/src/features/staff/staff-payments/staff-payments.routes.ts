import { staffPayments, type StaffPaymentStory } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import type { Cents } from '@coopline/rules/kernel/money'
import { checkReason } from '@coopline/rules/staff/staff-payments/check-reason'
import { staffPaymentMessage } from '@coopline/rules/staff/staff-payments/staff-payments.messages'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, NotFound, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { Feature, StaffRequest } from '../../../platform/http/call.ts'
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

/** The menu shows no higher number of open alarms. */
const mostCounted = 100

type Request = StaffRequest & { readonly deps: Deps }

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
  { reason: typed, eventId, amount }: { readonly reason: string; readonly eventId?: string; readonly amount?: Cents },
  act: (deps: Deps, decision: ReviewDecision & { readonly amount?: Cents | undefined }) => Promise<unknown>,
): Promise<StaffPaymentStory> {
  const reason = requireReason(typed)
  const before = await viewPayment(call.deps, transNo, actorOf(call), true)
  await act(call.deps, { ...actorOf(call), transNo: before.transNo, reason, eventId, amount })
  return viewPayment(call.deps, transNo, actorOf(call), true)
}

/**
 * The routes with which staff find payments, decide about them and settle alarms. Each decision calls the same use case
 * as `coopline payments`.
 */
export const staffPaymentsFeature: Feature = {
  routes: (routes) => {
    routes.on(staffPayments.search, async (call) => {
      const { text, after } = call.body
      // The console opens with the first page of all payments, which is not recorded.
      if (text.trim() !== '' || after !== null)
        await noteLookUp(call.deps, actorOf(call), `search:${text.trim()} ${after?.transNo ?? ''}`)
      return findPayments(call.deps, text, after)
    })
    routes.on(staffPayments.view, async (call) => {
      const story = await viewPayment(call.deps, call.params.transNo, actorOf(call))
      await noteLookUp(call.deps, actorOf(call), story.memberNumber)
      return story
    })
    routes.on(staffPayments.accept, async (call) => decide(call, call.params, call.body, acceptPayment))
    routes.on(staffPayments.reject, async (call) => decide(call, call.params, call.body, rejectPayment))
    routes.on(staffPayments.refund, async (call) => decide(call, call.params, call.body, refundPayment))
    routes.on(staffPayments.alarms, async ({ deps, body }) => listAlarmsForStaff(deps, body.isSettled, body.after))
    routes.on(staffPayments.countAlarms, async ({ deps }) => ({
      open: await countOpenAlarms(deps.db, mostCounted),
    }))
    routes.on(staffPayments.settleAlarm, async (call) => {
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

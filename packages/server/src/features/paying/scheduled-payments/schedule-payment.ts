import type {
  ScheduledPayment,
  ScheduleRequest,
} from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { type CalendarDate, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents } from '@coopline/rules/kernel/money'
import { checkScheduleDate } from '@coopline/rules/paying/scheduled-payments/check-schedule'
import { scheduleMessage, schedulingText } from '@coopline/rules/paying/scheduled-payments/scheduled-payments.messages'
import { storedMethodName } from '@coopline/rules/paying/stored-method/stored-method.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { BadInput, Conflict, NotFound, Refused } from '../../../platform/errors.ts'
import { Refusal, refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { notValid } from '../../../platform/http/parse-input.ts'
import { todayOf } from '../../../platform/today.ts'
import { listAccounts } from '../../accounts/accounts/public.ts'
import {
  checkStoredCharge,
  feeOn,
  feeOptionOf,
  feesToCharge,
  feeTermsOf,
  lastingProblemOf,
  listStoredMethods,
  newTransNo,
  type StoredMethod,
} from '../payments/public.ts'
import { endScheduled, insertScheduled, listScheduled, type Scheduled } from './scheduled-payments.store.ts'

/** A pending payment with its method, which may be removed, and the fee that is added to it, in whole cents. */
interface ScheduledWithFee extends Scheduled {
  readonly method: StoredMethod | undefined
  readonly fee: Cents
}

/** Lists the pending payments of a member with their fees, in whole cents, the next one first. */
export async function listScheduledWithFees(
  { settings }: Pick<Deps, 'settings'>,
  executor: Executor,
  memberNumber: string,
): Promise<readonly ScheduledWithFee[]> {
  const [scheduled, methods] = [
    await listScheduled(executor, memberNumber),
    await listStoredMethods(executor, memberNumber),
  ]
  return scheduled.map((one) => {
    const method = methods.find(({ methodId }) => methodId === one.methodId)
    const fees = feesToCharge(one.feeTerms, feeTermsOf(settings.current()), one.amount)
    return { ...one, method, fee: feeOn(fees, method?.paymentType ?? 'cc', one.amount) }
  })
}

/** Lists the member's scheduled payments, with the names of the wire format (DE-35 to DE-37). */
export async function listScheduledPayments(
  deps: Pick<Deps, 'db' | 'settings'>,
  { caller, request }: MemberRequest,
): Promise<{ readonly scheduledPaymentsList: ScheduledPayment[] }> {
  const scheduled = await listScheduledWithFees(deps, deps.db, caller.memberNumber)
  return {
    scheduledPaymentsList: scheduled.map(({ method, ...one }) => ({
      createdDate: calendarDateIn(deps.settings.current().timeZone, one.createdAt),
      paymentType: method?.paymentType ?? 'cc',
      amount: one.amount,
      convenienceFee: one.fee,
      // A removed method no longer has a name.
      paymentMethod: method === undefined ? '' : storedMethodName(method, request.language),
      paymentDate: one.paymentDate,
      transNo: one.transNo,
      accountDetails: [...one.items],
    })),
  }
}

/** Lists the member's stored methods with their fees, and today's date as the first day on which a payment can be scheduled. */
export async function loadScheduleOptions(deps: Deps, { caller, request }: MemberRequest) {
  const methods = await listStoredMethods(deps.db, caller.memberNumber)
  return {
    today: todayOf(deps),
    methods: methods
      .filter((method) => lastingProblemOf(deps, method) === null)
      .map((method) => ({
        methodId: method.methodId,
        paymentMethod: method.nickname === '' ? storedMethodName(method, request.language) : method.nickname,
        isDefault: method.isDefault,
        convenienceFee: feeOptionOf(feeTermsOf(deps.settings.current()), method.paymentType),
      })),
  }
}

/**
 * Schedules a payment. Its amounts are checked now, and again on its day. The current fees are stored with it.
 *
 * @throws Refused for a day or an amount that the rules refuse; NotOwned for a method or an account of another member; Conflict when
 *   the same payment is scheduled for that day, or the fee differs from the one that the member saw.
 */
export async function schedulePayment(
  deps: Deps,
  member: MemberRequest,
  wanted: ScheduleRequest,
): Promise<{ readonly transNo: string; readonly paymentDate: CalendarDate; readonly message: string }> {
  requireEachOnce(wanted.accountDetails)
  const transNo = await inTransaction(deps.db, async (tx) => {
    const scheduled = await scheduleIn(deps, tx, member, wanted)
    if (wanted.convenienceFee !== scheduled.fee)
      throw new Conflict(new Refusal('stale-figures', (language) => schedulingText('fee-changed', language)))
    return scheduled.transNo
  })
  return { transNo, paymentDate: wanted.paymentDate, message: schedulingText('scheduled', member.request.language) }
}

/**
 * Schedules a payment as a part of the caller's transaction. The caller has required a fresh proof, and names no account twice.
 *
 * @param arrangementEvent the event of the arrangement that the payment is a part of; `null` without one.
 * @returns the number of the payment, and its current fee in whole cents.
 */
export async function scheduleIn(
  deps: Deps,
  tx: Tx,
  { caller, request }: MemberRequest,
  { paymentDate, methodId, accountDetails }: Omit<ScheduleRequest, 'convenienceFee'>,
  arrangementEvent: number | null = null,
): Promise<{ readonly transNo: string; readonly fee: Cents }> {
  const { memberNumber } = caller
  const { language } = request
  const problem = checkScheduleDate(paymentDate, todayOf(deps))
  if (problem !== null) throw new Refused(refusal(scheduleMessage, problem, 'paymentDate'))
  const now = deps.clock.now()
  const transNo = newTransNo(deps.random)
  const items = accountDetails.map(({ accountNumber, amount }) => ({ accountNumber, amountCents: amount }))
  const { fee, feeTerms } = await checkStoredCharge(deps, tx, {
    memberNumber,
    methodId,
    items,
    language,
    reason: 'scheduled',
  })
  const accounts = await listAccounts(tx, memberNumber)
  const amount = addCents(...accountDetails.map((one) => one.amount))
  const isNew = await insertScheduled(tx, {
    transNo,
    memberNumber,
    methodId,
    paymentDate,
    items: accountDetails.map((one) => ({
      accountNumber: one.accountNumber,
      accountType: accounts.find(({ accountNumber }) => accountNumber === one.accountNumber)?.accountType ?? '',
      amount: one.amount,
    })),
    amount,
    language,
    createdAt: now,
    arrangementEvent,
    feeTerms,
  })
  if (!isNew) throw new Conflict(refusal(schedulingText, 'same-payment'))
  const detail = { transNo, amount, paymentDate, accounts: accountDetails.length }
  await audit(tx, 'scheduled', { memberNumber, request, now, detail })
  return { transNo, fee }
}

/** Deletes a scheduled payment (SP-17). @throws NotFound when it is another member's, or is no longer pending. */
export async function deleteScheduledPayment(
  deps: Deps,
  { caller, request }: MemberRequest,
  transNo: string,
): Promise<{ readonly message: string }> {
  const { memberNumber } = caller
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const ended = await endScheduled(tx, { transNo, memberNumber }, now)
    if (ended === undefined) throw new NotFound('The member has no such scheduled payment')
    await audit(tx, 'deleted', { memberNumber, request, now, detail: { transNo } })
  })
  return { message: schedulingText('deleted', request.language) }
}

const audit = async (
  tx: Parameters<typeof recordAudit>[0],
  kind: 'scheduled' | 'deleted',
  {
    memberNumber,
    request,
    now,
    detail,
  }: {
    readonly memberNumber: string
    readonly request: MemberRequest['request']
    readonly now: Date
    readonly detail: Readonly<Record<string, string | number>>
  },
): Promise<void> =>
  recordAudit(tx, {
    kind: `scheduled-payments.${kind}`,
    at: now,
    memberNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail,
  })

function requireEachOnce(details: ScheduleRequest['accountDetails']): void {
  if (new Set(details.map((one) => one.accountNumber)).size === details.length) return
  const field = 'accountDetails'
  throw new BadInput(notValid(field))
}

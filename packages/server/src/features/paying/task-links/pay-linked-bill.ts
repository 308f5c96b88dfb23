import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import type { taskLinks } from '@coopline/contract/paying/task-links/task-links.contract'
import { lastFour } from '@coopline/rules/kernel/digits'
import { zeroCents } from '@coopline/rules/kernel/money'
import { billChoices } from '@coopline/rules/paying/task-links/bill-choices'
import { taskLinkText } from '@coopline/rules/paying/task-links/task-link.messages'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { payableOf } from '../../accounts/accounts/public.ts'
import {
  amountSettingsOf,
  findPayableAccounts,
  isRequestedUnder,
  linkPayer,
  lookUpPayment,
  methodSettings,
  paymentResult,
  startItemPayment,
} from '../payments/public.ts'
import { findAmountDue } from './load-linked-bill.ts'
import { linkNotGood, loadTaskLink } from './load-task-link.ts'
import { isPayableByLink } from './payable-by-link.ts'

type Lines = typeof taskLinks

/** The maximum number of payments by one link in a day, so that a forwarded link cannot be used to test stolen cards. */
const paymentsPerLink = 10
const day = 24 * 3600

/**
 * Starts a payment of the linked account, and of no other: one of the amounts that the link offers now.
 *
 * @throws Refused for an invalid link, and by the payment rules; Conflict when the amount is no longer offered;
 *   TooManyAttempts; what `startItemPayment` throws.
 */
export async function payLinkedBill(
  deps: Deps,
  request: RequestFacts,
  { token, amount, paymentType, convenienceFee }: BodyOf<Lines['pay']>,
): Promise<AnswerOf<Lines['pay']>> {
  const settings = methodSettings(deps)
  const link = await loadTaskLink(deps, 'pay-bill', token)
  const { memberNumber, accountNumber, scope } = link
  await limitVisitor(deps, request, {
    kind: 'task-link.pay',
    limit: settings.taskLinkCallsPerHour,
    others: [{ kind: 'task-link.pay-link', subject: scope, windowSeconds: day, limit: paymentsPerLink }],
  })
  const found = (await findPayableAccounts(deps.db, memberNumber, [accountNumber])).get(accountNumber)
  if (found === undefined) throw linkNotGood()
  const amountDue = await findAmountDue(deps, found)
  return startItemPayment(deps, request, linkPayer(memberNumber, scope), {
    item: { accountNumber, amountCents: amount },
    paymentType,
    convenienceFee,
    check: ({ account }, underWay) => {
      const figures = { amountDue, underWay: underWay.get(accountNumber)?.amount ?? zeroCents }
      const choices = billChoices(payableOf(account), amountSettingsOf(settings), figures)
      if (!isPayableByLink(account, settings) || !choices.some((choice) => choice.amount === amount))
        throw new Conflict(new Refusal('stale-figures', (language) => taskLinkText('changed', language)))
    },
  })
}

/**
 * Loads the result of a payment made with the link. The link stays valid after its end for as long as a payment may be open, for a
 * payer who opened it in its last minutes.
 *
 * @throws Refused for an invalid link; NotFound for a payment that was not made with it.
 */
export async function loadLinkedPayment(
  deps: Deps,
  { token, encryptedPayload }: BodyOf<Lines['status']>,
): Promise<AnswerOf<Lines['status']>> {
  const graceMs = deps.settings.current().requisitionExpiryMinutes * 60_000
  const { memberNumber, accountNumber, scope } = await loadTaskLink(deps, 'pay-bill', token, graceMs)
  const transNo = deps.gateways.readReturn(encryptedPayload)
  if (!(await isRequestedUnder(deps.db, transNo, scope))) throw new NotFound('Not a payment of the link')
  const { payment, items, refunded } = await lookUpPayment(deps, transNo, {
    origin: 'link',
    memberNumber,
    accountNumber,
  })
  const { outcome, postbackMessage, paymentAmount, convenienceFee, refundedAmount, confirmationNumber } = paymentResult(
    payment,
    items,
    new Map(),
    refunded,
  )
  const accountEnding = lastFour(accountNumber)
  return {
    outcome,
    accountEnding,
    postbackMessage,
    paymentAmount,
    convenienceFee,
    ...(refundedAmount !== undefined && { refundedAmount }),
    confirmationNumber,
  }
}

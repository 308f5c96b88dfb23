import type { LinkedBill } from '@coopline/contract/paying/task-links/task-links.contract'
import { lastFour } from '@coopline/rules/kernel/digits'
import { type Cents, maxCents, zeroCents } from '@coopline/rules/kernel/money'
import { paymentMethods } from '@coopline/rules/paying/payment-method/payment-methods'
import { billChoices, billTotal } from '@coopline/rules/paying/task-links/bill-choices'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { eligibilityOf, payableOf } from '../../accounts/accounts/public.ts'
import {
  amountSettingsOf,
  findPayableAccounts,
  findPaymentsUnderWay,
  isPayable,
  listAmountsDue,
  methodSettings,
  type PayableAccount,
  paymentSettingsAnswer,
  settleUnderWay,
  type UnderWayByAccount,
} from '../payments/public.ts'
import { linkNotGood, openTaskLink } from './load-task-link.ts'
import { isPayableByLink } from './payable-by-link.ts'

/** Loads the bill that a link pays. @throws as `openTaskLink`. */
export async function loadLinkedBill(deps: Deps, request: RequestFacts, token: string): Promise<LinkedBill> {
  const { memberNumber, accountNumber, expiresAt } = await openTaskLink(deps, request, 'pay-bill', token)
  const found = (await findPayableAccounts(deps.db, memberNumber, [accountNumber])).get(accountNumber)
  if (found === undefined) throw linkNotGood()
  const settings = methodSettings(deps)
  const { account } = found
  const payable = payableOf(account)
  const others = await findOthersUnderWay(deps, accountNumber)
  const inProgress = others?.amount ?? zeroCents
  const amountDue = await findAmountDue(deps, found)
  const choices = billChoices(payable, amountSettingsOf(settings), { amountDue, underWay: inProgress })
  const answer = {
    accountEnding: lastFour(accountNumber),
    expiresAt: expiresAt.toISOString(),
    amountDue: maxCents(billTotal(payable), zeroCents),
    dueDate: account.dueDate,
    inProgress,
    inProgressUntil: endOf(others, deps.clock.now()),
    methods: paymentMethods(eligibilityOf(account), settings),
    settings: paymentSettingsAnswer(settings, { memberHasCutoffAccount: false }),
  }
  const isOpen = isPayableByLink(account, settings) && isPayable(found)
  // Only the member may learn why a link cannot pay the account, so every reason has the same answer.
  if (!isOpen) return { ...answer, ...hidden, state: 'elsewhere' }
  if (choices.length > 0) return { ...answer, choices: [...choices], state: 'due' }
  const state = answer.amountDue === 0 ? 'nothing-due' : inProgress > 0 ? 'in-progress' : 'elsewhere'
  return { ...answer, choices: [], state }
}

/** Finds the payments under way on the account. They reduce the choices, so the provider is asked whether they are still open. */
async function findOthersUnderWay(deps: Deps, accountNumber: string): Promise<UnderWay | undefined> {
  const find = async () => (await findPaymentsUnderWay(deps.db, [accountNumber])).get(accountNumber)
  const others = await find()
  if (others === undefined || !(await settleUnderWay(deps, [accountNumber]))) return others
  return find()
}

type UnderWay = NonNullable<ReturnType<UnderWayByAccount['get']>>

/** Returns the time when the last page of the open payments expires; `null` when the payments may stay open longer. */
const endOf = (others: UnderWay | undefined, now: Date): string | null =>
  others === undefined || others.underReview > 0 || others.until <= now ? null : others.until.toISOString()

const hidden = {
  amountDue: zeroCents,
  dueDate: null,
  inProgress: zeroCents,
  inProgressUntil: null,
  choices: [],
  methods: { card: false, echeck: false, restriction: 'both', forced: null },
} as const satisfies Partial<LinkedBill>

/** Finds the next amount to pay, in whole cents, when an arrangement defers the rest; `null` without an arrangement. */
export const findAmountDue = async (deps: Deps, found: PayableAccount): Promise<Cents | null> =>
  (await listAmountsDue(deps, [found])).get(found.account.accountNumber) ?? null

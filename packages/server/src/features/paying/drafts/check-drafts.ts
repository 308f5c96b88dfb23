import type { DraftUpdate } from '@coopline/contract/paying/drafts/drafts.contract'
import { checkDraft, type DraftForm, type DraftItem } from '@coopline/rules/paying/drafts/check-draft'
import { draftObstacle } from '@coopline/rules/paying/drafts/draft-eligibility'
import type { DraftOption } from '@coopline/rules/paying/drafts/draft-types'
import { draftMessage, draftNotice, draftText } from '@coopline/rules/paying/drafts/drafts.messages'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, Refused } from '../../../platform/errors.ts'
import { Refusal, refusal } from '../../../platform/refusal.ts'
import type { DraftAccount } from './drafts.store.ts'

type WireItem = DraftUpdate['draftAccounts'][number]

export const findIn = (accounts: readonly DraftAccount[], accountNumber: string): DraftAccount | undefined =>
  accounts.find((account) => account.accountNumber === accountNumber)

/** @throws Conflict when the request names an account twice. */
export function requireEachOnce(items: readonly WireItem[]): void {
  const numbers = items.map(({ accountNumber }) => accountNumber)
  if (new Set(numbers).size < numbers.length)
    throw new Conflict(new Refusal('account-twice', (language) => draftText('notUpdated', language)))
}

/** Converts the items of a request for the rules. */
export const itemsOf = (items: readonly WireItem[]): readonly DraftItem[] =>
  items.map(({ accountNumber, draftMethod, draftDay, draftStartDate }) => ({
    accountNumber,
    draftMethod: draftMethod ?? '',
    draftDay: draftDay === null ? '' : String(draftDay),
    draftStartDate: draftStartDate ?? '',
  }))

/** Finds the reason why an account cannot get a draft by an option now; `null` when it can. */
export const obstacleOf = (
  { settings }: Pick<Deps, 'settings'>,
  account: DraftAccount,
  option: DraftOption,
): ReturnType<typeof draftObstacle> =>
  draftObstacle(
    { ...account, hasDraft: account.draft !== null, isCardEligible: account.cardEligible },
    option,
    settings.current().blockPastDueDrafts,
  )

interface Facts {
  readonly accounts: readonly DraftAccount[]
  /** True when the routing number has a bank; `undefined` when the numbers are entered on the provider's page. */
  readonly hasBank: boolean | undefined
}

/** @throws Refused with every problem of the new drafts, in the order of the items, and then of the bank form. */
export function requireNoProblem(deps: Pick<Deps, 'settings'>, form: DraftForm, { accounts, hasBank }: Facts): void {
  const obstacles = form.draftAccounts.flatMap(({ accountNumber }, index) => {
    const account = findIn(accounts, accountNumber)
    const obstacle = account === undefined ? null : obstacleOf(deps, account, form.option)
    if (obstacle === null) return []
    const field = `draftAccounts.${index}.accountNumber`
    return [refusal(draftNotice, obstacle, field)]
  })
  const problems = checkDraft(form, {
    limits: new Map(accounts.map((account) => [account.accountNumber, account])),
    maxDaysAfterBilling: deps.settings.current().maxDaysAfterBilling,
    takesBankNumbers: hasBank !== undefined,
    hasBank: hasBank ?? false,
  }).map((problem) => refusal(draftMessage, problem))
  if (obstacles.length + problems.length > 0) throw new Refused(...obstacles, ...problems)
}

import type { DraftUpdate } from '@coopline/contract/drafts/drafts.contract'
import type { ProblemEntry } from '@coopline/contract/problem-body'
import { checkDraft, type DraftForm } from '@coopline/rules/drafts/check-draft'
import { draftObstacle } from '@coopline/rules/drafts/draft-eligibility'
import { needsDraftDay, offeredDraftTypes } from '@coopline/rules/drafts/draft-types'
import { draftMessage, draftNotice, draftText } from '@coopline/rules/drafts/drafts.messages'
import type { Language } from '@coopline/rules/kernel/problem'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { Conflict, NotAllowed, NotOwned, RuleRefused } from '../../platform/errors.ts'
import type { MemberRequest } from '../../platform/http/call.ts'
import { requireOwnAccount } from '../../platform/http/require-own.ts'
import { requireFreshProof } from '../sign-in/public.ts'
import { sealBankNumbers } from './bank-numbers.ts'
import { type DraftAccount, listDraftAccounts, lockDraftAccounts, type NewDraft } from './drafts.store.ts'
import { findBank } from './find-bank.ts'
import { recordDraft } from './record-draft.ts'

/**
 * Sets up bank drafts by file processing and removes drafts, all of a request or none, in one transaction.
 *
 * @throws NotOwned for another member and another member's account; StepUpRequired before a draft is set up, because it debits
 *   a bank account; NotAllowed when bank drafts are not taken here; RuleRefused with every problem of the form; Conflict when
 *   an account has no draft to remove, or stands in the request twice.
 */
export async function updateDrafts(
  deps: Deps,
  { caller, request }: MemberRequest,
  update: DraftUpdate,
): Promise<{ readonly message: string }> {
  const { memberNumber } = caller
  if (update.memberNumber !== memberNumber) throw new NotOwned('The body names another member')
  const known = await listDraftAccounts(deps.db, memberNumber)
  for (const { accountNumber } of update.draftAccounts) requireOwnAccount(find(known, accountNumber), accountNumber)
  requireEachOnce(update, request.language)
  const hasNew = update.draftAccounts.some(({ action }) => action === 'ADD')
  if (hasNew) {
    const { allowBankDraft, bankDraftByFile } = deps.settings.current()
    if (!allowBankDraft || !bankDraftByFile)
      throw new NotAllowed('Bank drafts are not taken here', draftText('unavailable', request.language))
    requireFreshProof(deps, caller)
  }
  const hasBank = hasNew && (await findBank(deps.db, update.routingNumber ?? '')) !== ''
  await inTransaction(deps.db, async (tx) => {
    await lockDraftAccounts(tx, memberNumber)
    const accounts = await listDraftAccounts(tx, memberNumber)
    const problems = problemsOf(deps, update, { accounts, hasBank, language: request.language })
    if (problems.length > 0) throw new RuleRefused(problems)
    for (const item of update.draftAccounts) {
      const { accountNumber, action } = item
      const account = requireOwnAccount(find(accounts, accountNumber), accountNumber)
      if (action === 'REMOVE' && account.draft === null)
        throw new Conflict('no-draft', draftText('noDraft', request.language))
      const draft = action === 'ADD' ? newDraft(deps, update, item) : null
      await recordDraft(tx, deps, { memberNumber, accountNumber, draft, request })
    }
  })
  return { message: draftText('updated', request.language) }
}

const find = (accounts: readonly DraftAccount[], accountNumber: string) =>
  accounts.find((account) => account.accountNumber === accountNumber)

function requireEachOnce({ draftAccounts }: DraftUpdate, language: Language): void {
  const numbers = draftAccounts.map(({ accountNumber }) => accountNumber)
  if (new Set(numbers).size < numbers.length) throw new Conflict('account-twice', draftText('notUpdated', language))
}

interface Facts {
  readonly accounts: readonly DraftAccount[]
  readonly hasBank: boolean
  readonly language: Language
}

/** Every problem of what is set up, in the order of the request's items, then of the bank form. */
function problemsOf(
  deps: Pick<Deps, 'settings'>,
  update: DraftUpdate,
  { accounts, hasBank, language }: Facts,
): readonly ProblemEntry[] {
  const { blockPastDueDrafts, maxDaysAfterBilling } = deps.settings.current()
  const added = update.draftAccounts.filter(({ action }) => action === 'ADD')
  if (added.length === 0) return []
  const obstacles = added.flatMap(({ accountNumber }, index) => {
    const account = find(accounts, accountNumber)
    if (account === undefined) return []
    const obstacle = draftObstacle(
      { ...account, hasDraft: account.draft !== null, isCardEligible: account.cardEligible },
      'BANK',
      blockPastDueDrafts,
    )
    if (obstacle === null) return []
    const field = `draftAccounts.${index}.accountNumber`
    return [{ code: obstacle, field, message: draftNotice(obstacle, language) }]
  })
  const problems = checkDraft(formOf(update), {
    limits: new Map(accounts.map((account) => [account.accountNumber, account])),
    maxDaysAfterBilling,
    takesBankNumbers: true,
    hasBank,
  })
  return [
    ...obstacles,
    ...problems.map((problem) => ({
      code: problem.code,
      field: problem.field,
      message: draftMessage(problem, language),
    })),
  ]
}

/** The request as the rules take it. The confirmation of the account number stays in the browser. */
const formOf = (update: DraftUpdate): DraftForm => ({
  option: 'BANK',
  draftAccounts: update.draftAccounts
    .filter(({ action }) => action === 'ADD')
    .map(({ accountNumber, draftMethod, draftDay, draftStartDate }) => ({
      accountNumber,
      draftMethod: draftMethod ?? '',
      draftDay: draftDay === null ? '' : String(draftDay),
      draftStartDate: draftStartDate ?? '',
    })),
  draftType: update.draftType ?? '',
  bankAccountNumber: update.bankAccountNumber ?? '',
  confirmBankAccountNumber: update.bankAccountNumber ?? '',
  routingNumber: update.routingNumber ?? '',
  bankName: update.bankName ?? '',
  authorize: update.authorize,
})

/** The draft of an item that the rules have let through. */
function newDraft(
  deps: Pick<Deps, 'keys' | 'random'>,
  { draftType, bankAccountNumber, routingNumber, bankName }: DraftUpdate,
  { accountNumber, draftMethod, draftDay, draftStartDate }: DraftUpdate['draftAccounts'][number],
): NewDraft {
  const type = offeredDraftTypes.find((one) => one === draftMethod)
  if (
    type === undefined ||
    draftStartDate === null ||
    draftType === null ||
    bankAccountNumber === null ||
    routingNumber === null
  )
    throw new Error('The rules let an incomplete draft through')
  return {
    type,
    day: needsDraftDay(type) ? draftDay : null,
    startDate: draftStartDate,
    accountKind: draftType,
    accountEnding: endingOf(bankAccountNumber),
    institution: (bankName ?? '').trim(),
    bankNumbers: sealBankNumbers(deps, { routingNumber, bankAccountNumber }, accountNumber),
  }
}

/** The last digits of a bank account number that may be stored in clear: four, of a number shorter than eight digits two. */
const endingOf = (bankAccountNumber: string): string => bankAccountNumber.slice(bankAccountNumber.length < 8 ? -2 : -4)

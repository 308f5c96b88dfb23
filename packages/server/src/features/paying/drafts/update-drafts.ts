import type { DraftUpdate } from '@coopline/contract/paying/drafts/drafts.contract'
import type { DraftForm } from '@coopline/rules/paying/drafts/check-draft'
import { needsDraftDay, offeredDraftTypes } from '@coopline/rules/paying/drafts/draft-types'
import { draftAuthorization, draftText } from '@coopline/rules/paying/drafts/drafts.messages'
import type { Language } from '@coopline/rules/kernel/problem'
import { requireFreshProof } from '../../../platform/http/require-fresh-proof.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, NotAllowed, NotOwned } from '../../../platform/errors.ts'
import { Refusal, refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { endingOf, sealBankNumbers } from './bank-numbers.ts'
import { findIn, itemsOf, requireEachOnce, requireNoProblem } from './check-drafts.ts'
import { listDraftAccounts, lockDraftAccounts, type NewDraft } from './drafts.store.ts'
import { findBank } from './find-bank.ts'
import { recordDraft } from './record-draft.ts'

/**
 * Sets up bank drafts by file processing and removes drafts. One transaction applies the whole request or nothing.
 *
 * @throws NotOwned for another member and another member's account; StepUpRequired before a draft is set up, because it debits
 *   a bank account; NotAllowed when bank drafts are not offered here; Refused with every problem of the form; Conflict when
 *   an account has no draft to remove, or the request names it twice.
 */
export async function updateDrafts(
  deps: Deps,
  { caller, request }: MemberRequest,
  update: DraftUpdate,
): Promise<{ readonly message: string }> {
  const { memberNumber } = caller
  if (update.memberNumber !== memberNumber) throw new NotOwned('The body names another member')
  const known = await listDraftAccounts(deps.db, memberNumber)
  for (const { accountNumber } of update.draftAccounts) requireOwnAccount(findIn(known, accountNumber), accountNumber)
  requireEachOnce(update.draftAccounts)
  const hasNew = update.draftAccounts.some(({ action }) => action === 'ADD')
  if (hasNew) {
    const { allowBankDraft, bankDraftByFile } = deps.settings.current()
    if (!allowBankDraft || !bankDraftByFile)
      throw new NotAllowed('Bank drafts are not taken here', refusal(draftText, 'unavailable'))
    requireFreshProof(deps, caller)
  }
  const hasBank = hasNew && (await findBank(deps.db, update.routingNumber ?? '')) !== ''
  await inTransaction(deps.db, async (tx) => {
    await lockDraftAccounts(tx, memberNumber)
    const accounts = await listDraftAccounts(tx, memberNumber)
    if (hasNew) requireNoProblem(deps, formOf(update), { accounts, hasBank })
    for (const item of update.draftAccounts) {
      const { accountNumber, action } = item
      const account = requireOwnAccount(findIn(accounts, accountNumber), accountNumber)
      if (action === 'REMOVE' && account.draft === null)
        throw new Conflict(new Refusal('no-draft', (language) => draftText('noDraft', language)))
      const draft = action === 'ADD' ? newDraft(deps, update, item, request.language) : null
      await recordDraft(deps, tx, { memberNumber, accountNumber, draft, request })
    }
  })
  return { message: draftText('updated', request.language) }
}

/** Converts the request for the rules. The browser does not send the confirmation of the account number. */
const formOf = (update: DraftUpdate): DraftForm => ({
  option: 'BANK',
  draftAccounts: itemsOf(update.draftAccounts.filter(({ action }) => action === 'ADD')),
  draftType: update.draftType ?? '',
  bankAccountNumber: update.bankAccountNumber ?? '',
  confirmBankAccountNumber: update.bankAccountNumber ?? '',
  routingNumber: update.routingNumber ?? '',
  bankName: update.bankName ?? '',
  authorize: update.authorize,
})

/** Builds the draft of an item that the rules have accepted. */
function newDraft(
  deps: Pick<Deps, 'keys' | 'random' | 'clock'>,
  { draftType, bankAccountNumber, routingNumber, bankName }: DraftUpdate,
  { accountNumber, draftMethod, draftDay, draftStartDate }: DraftUpdate['draftAccounts'][number],
  language: Language,
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
    methodId: null,
    authorization: { text: draftAuthorization('here', null, language), at: deps.clock.now() },
    feeTerms: null,
  }
}

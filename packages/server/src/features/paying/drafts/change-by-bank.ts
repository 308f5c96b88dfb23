import { type BankCorrection, isBanksAccountNumber } from '@coopline/rules/paying/runs/return-codes'
import { isRoutingNumber } from '@coopline/rules/paying/drafts/routing-number'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { endingOf, openBankNumbers, sealBankNumbers } from './bank-numbers.ts'
import { findBank } from './find-bank.ts'
import { lockDraftOfEvent } from './drafts.store.ts'
import { recordDraft } from './record-draft.ts'

type ChangeDeps = Pick<Deps, 'env' | 'keys' | 'random' | 'clock' | 'settings'>

/** A debited draft, identified by its event. The event stays valid when the bank corrects the draft, not when the member replaces it. */
export interface DebitedDraft {
  readonly accountNumber: string
  readonly eventId: number
}

/** Ends a draft whose bank returned a debit, and notifies the member. @returns false when it was removed or replaced. */
export async function stopDraft(deps: ChangeDeps, tx: Tx, { accountNumber, eventId }: DebitedDraft): Promise<boolean> {
  const draft = await lockDraftOfEvent(tx, accountNumber, eventId)
  if (draft === undefined) return false
  await recordDraft(deps, tx, { memberNumber: draft.memberNumber, accountNumber, draft: null, reason: 'stopped' })
  return true
}

/**
 * Stores the details that the bank corrected in a draft, with an event for the cooperative's system and a notice to the member.
 *
 * The account number is stored as the bank gave it.
 *
 * @returns `removed` when the draft was removed, replaced or corrected before; `unusable`, with the draft unchanged, when the corrected
 *   details are not a bank account.
 */
export async function correctDraft(
  deps: ChangeDeps,
  tx: Tx,
  { accountNumber, eventId }: DebitedDraft,
  correction: BankCorrection,
): Promise<'corrected' | 'removed' | 'unusable'> {
  const found = await lockDraftOfEvent(tx, accountNumber, eventId)
  if (found === undefined || found.isCorrected || found.draft.bankNumbers === null) return 'removed'
  const { draft, memberNumber } = found
  const { accountKind, ...corrected } = correction
  const numbers = { ...openBankNumbers(deps.keys, found.draft.bankNumbers, accountNumber), ...corrected }
  const { bankAccountNumber, routingNumber } = numbers
  if (!isBanksAccountNumber(bankAccountNumber) || !isRoutingNumber(routingNumber)) return 'unusable'
  const institution = correction.routingNumber === undefined ? '' : await findBank(tx, routingNumber)
  await recordDraft(deps, tx, {
    memberNumber,
    accountNumber,
    reason: 'corrected',
    draft: {
      ...draft,
      accountKind: accountKind ?? draft.accountKind,
      accountEnding: endingOf(bankAccountNumber),
      institution: institution === '' ? draft.institution : institution,
      bankNumbers: sealBankNumbers(deps, numbers, accountNumber),
    },
  })
  return 'corrected'
}

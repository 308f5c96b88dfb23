import type { Calls } from '@coopline/contract/calls'
import type { DraftLimits } from '@coopline/rules/paying/drafts/check-draft'
import type { DraftCandidate } from '@coopline/rules/paying/drafts/draft-eligibility'
import { isOn, readFlags } from '@coopline/rules/kernel/flag'

export const draftsLine = 'GET /v3/members/{memberNumber}/drafts'
export const optionsLine = 'GET /v3/members/{memberNumber}/draft-options'
export const settingsLine = 'GET /v3/members/{memberNumber}/payment-settings'
export const institutionsLine = 'GET /v3/members/{memberNumber}/financial-institutions'
export const updateLine = 'POST /v3/members/{memberNumber}/drafts'
export const initiateLine = 'POST /v3/members/{memberNumber}/accounts/{accountNumber}/initiate-payment'
export const finishLine = 'POST /v3/members/{memberNumber}/drafts/finish'

export type DraftAccount = Calls[typeof draftsLine]['answer']['results'][number]
export type DraftOptionRow = Calls[typeof optionsLine]['answer']['results'][number]
export type SettingsAnswer = Calls[typeof settingsLine]['answer']
/** The settings with their flags as booleans. */
export type DraftSettings = ReturnType<typeof readSettings>

export const readSettings = (answer: SettingsAnswer) => readFlags(answer, ['bankDraftByFile', 'blockPastDueDrafts'])

/** A row as the rules judge it. */
export const candidateOf = (account: DraftAccount): DraftCandidate => ({
  hasDraft: account.draft !== null,
  hasAutopay: isOn(account.autopayExists),
  pastDue: account.pastDueAmount,
  isCardEligible: isOn(account.ccEligible),
  noMoreChecks: isOn(account.noMoreChecks),
})

export const limitsOf = (accounts: readonly DraftAccount[]): ReadonlyMap<string, DraftLimits> =>
  new Map(accounts.map((account) => [account.accountNumber, account]))

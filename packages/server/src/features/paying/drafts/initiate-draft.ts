import type { AnswerOf } from '@coopline/contract/endpoint'
import type { DraftInitiation, drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { paths } from '@coopline/contract/paths'
import type { DraftForm } from '@coopline/rules/paying/drafts/check-draft'
import { type DraftOption, needsDraftDay, offeredDraftTypes } from '@coopline/rules/paying/drafts/draft-types'
import { draftAuthorization, draftText } from '@coopline/rules/paying/drafts/drafts.messages'
import type { Language } from '@coopline/rules/kernel/problem'
import type { DraftRequestItem } from './drafts.tables.ts'
import { requireFreshProof } from '../../../platform/http/require-fresh-proof.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, NotAllowed } from '../../../platform/errors.ts'
import { Refusal, refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { accountDisplay, feeOptionOf, type FeeTerms, feeTermsOf, requestMethod } from '../payments/public.ts'
import { findIn, itemsOf, requireEachOnce, requireNoProblem } from './check-drafts.ts'
import { insertDraftRequest } from './draft-requests.store.ts'
import { offeredDrafts } from './load-draft-settings.ts'
import { listDraftAccounts } from './drafts.store.ts'

/**
 * Records the drafts to set up, and returns the form that hands the member to the provider's page, on which they store the card or bank
 * account (DR-33, DR-80). `finishDraft` sets up the drafts once the provider has stored it.
 *
 * @param accountNumber the account that the form names, one of those to draft.
 * @throws NotOwned for another member's account; NotAllowed when the option is not offered, or bank numbers are entered on our
 *   own page; StepUpRequired, because a draft debits what is stored; Conflict when the request names an account twice, or the member
 *   saw another fee; Refused with every problem.
 */
export async function initiateDraft(
  deps: Deps,
  { caller, request }: MemberRequest,
  accountNumber: string,
  initiation: DraftInitiation,
): Promise<AnswerOf<typeof drafts.initiate>> {
  const { memberNumber } = caller
  const { language } = request
  const { accountsToDraft, draftOption } = initiation
  const accounts = await listDraftAccounts(deps.db, memberNumber)
  for (const one of [accountNumber, ...accountsToDraft.map((item) => item.accountNumber)])
    requireOwnAccount(findIn(accounts, one), one)
  requireEachOnce(accountsToDraft)
  const settings = deps.settings.current()
  requireHosted(deps, draftOption)
  requireFreshProof(deps, caller)
  const feeTerms = feeTermsOf(settings)
  if (!isAsDisplayed(initiation, feeTerms))
    throw new Conflict(new Refusal('stale-figures', (to) => draftText('feeChanged', to)))
  requireNoProblem(deps, formOf(initiation), { accounts, hasBank: undefined })
  const { paymentRequisitionSettings, configuration, redirectUrl } = await requestMethod(deps, {
    memberNumber,
    language,
    kinds: [draftOption === 'CREDIT' ? 'cc' : 'echeck'],
    returnPath: paths.draftPayments({ statuscode: '0' }),
    cancelPath: paths.draftPayments({ statuscode: '1' }),
    draft: {
      accountNumber,
      accountDisplay: accountDisplay(accountsToDraft.length, accountNumber),
      customData: `DRAFT:${draftOption}`,
    },
  })
  const { actionUrl, clientId, securityToken, transNo } = paymentRequisitionSettings
  await recordDraftRequest(deps, { memberNumber, reference: transNo, language, feeTerms }, initiation)
  return {
    actionUrl,
    clientId,
    transNo,
    applicationId: settings.applicationWebId,
    // The provider has one number for the cooperative.
    merchantId: clientId,
    securityToken,
    fields: configuration.fields,
    ...(redirectUrl !== undefined && { redirectUrl }),
  }
}

/** Records the drafts to set up once the provider has stored the method of the request. */
async function recordDraftRequest(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  of: {
    readonly memberNumber: string
    readonly reference: string
    readonly language: Language
    readonly feeTerms: FeeTerms
  },
  { draftOption, accountsToDraft }: DraftInitiation,
): Promise<void> {
  const now = clock.now()
  const { language, ...named } = of
  const request = {
    ...named,
    option: draftOption,
    items: accountsToDraft.map(toStoredItem),
    authorizedText: draftAuthorization(draftOption, feeOf(draftOption, of.feeTerms), language),
    expiresAt: new Date(now.getTime() + settings.current().requisitionExpiryMinutes * 60_000),
    now,
  }
  await inTransaction(db, async (tx) => insertDraftRequest(tx, request))
}

const feeOf = (option: DraftOption, terms: FeeTerms) => feeOptionOf(terms, option === 'CREDIT' ? 'cc' : 'echeck')

/** False when the member saw another fee. */
function isAsDisplayed({ draftOption, convenienceFee: shown }: DraftInitiation, terms: FeeTerms): boolean {
  const { kind, value, count } = feeOf(draftOption, terms)
  return shown.kind === kind && shown.value === value && shown.count === count
}

function requireHosted(deps: Deps, option: DraftOption): void {
  const isTypedHere = option === 'BANK' && deps.settings.current().bankDraftByFile
  if (isTypedHere || !offeredDrafts(deps).includes(option))
    throw new NotAllowed('Such drafts are not set up at the provider', refusal(draftText, 'unavailable'))
}

const formOf = ({ accountsToDraft, draftOption, authorize }: DraftInitiation): DraftForm => ({
  option: draftOption,
  draftAccounts: itemsOf(accountsToDraft),
  draftType: '',
  bankAccountNumber: '',
  confirmBankAccountNumber: '',
  routingNumber: '',
  bankName: '',
  authorize,
})

/** Converts an item that the rules have accepted. */
function toStoredItem({
  accountNumber,
  draftMethod,
  draftDay,
  draftStartDate,
}: DraftInitiation['accountsToDraft'][number]): DraftRequestItem {
  const type = offeredDraftTypes.find((one) => one === draftMethod)
  if (type === undefined || draftStartDate === null) throw new Error('The rules let an incomplete draft through')
  return { accountNumber, type, day: needsDraftDay(type) ? draftDay : null, startDate: draftStartDate }
}

import { type DraftInitiation, type DraftUpdate, drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { encodedReturn } from '../../../testing/provider-double.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** Settings under which members set up drafts of both kinds, and enter bank numbers on our page. */
export const draftingSettings = { allowBankDraft: true, allowCreditDraft: true, bankDraftByFile: true } as const

/** A fictitious bank of the directory. */
export const testBank = { routing_number: '091809003', name: 'CEDAR VALLEY BANK' } as const

type Item = DraftUpdate['draftAccounts'][number]

export const newItem = (changes: Partial<Item> = {}): Item => ({
  accountNumber: '100100101',
  action: 'ADD',
  draftMethod: 'DAY_OF_MONTH',
  draftDay: 15,
  draftStartDate: calendarDate('2026-12-01'),
  ...changes,
})

export const removal = (accountNumber = '100100101'): Item => ({
  accountNumber,
  action: 'REMOVE',
  draftMethod: null,
  draftDay: null,
  draftStartDate: null,
})

/** Builds a bank draft request of Ada (DE-26). */
export const bankDraft = (changes: Partial<DraftUpdate> = {}): DraftUpdate => ({
  memberNumber: '10001',
  draftAccounts: [newItem()],
  draftType: 'Checking',
  bankAccountNumber: '700310552',
  routingNumber: testBank.routing_number,
  bankName: 'Cedar Valley Bank',
  authorize: true,
  ...changes,
})

/** Builds a request of Ada to set up a draft from a card or bank account on the provider's page (DE-28), with the fees of `payingSettings`. */
export const initiation = (changes: Partial<DraftInitiation> = {}): DraftInitiation => ({
  accountsToDraft: [{ ...newItem(), action: 'ADD' }],
  paymentType: 'DRAFT',
  draftOption: 'CREDIT',
  amount: 0,
  removeDraft: false,
  authorize: true,
  convenienceFee: changes.draftOption === 'BANK' ? feeOption('flat', '0.50') : feeOption('percent', '2.95'),
  ...changes,
})

/** Builds a request that only removes drafts. */
export const removalOf = (...accountNumbers: readonly string[]): DraftUpdate =>
  bankDraft({
    draftAccounts: accountNumbers.map(removal),
    draftType: null,
    bankAccountNumber: null,
    routingNumber: null,
    bankName: null,
    authorize: false,
  })

/** The calls about drafts that succeed. Each sets up Ada's draft again. */
export const fixtures: SliceFixtures = async ({ portal, own, ofAccount }) => {
  portal.set({ ...payingSettings, ...draftingSettings })
  await portal.db.insertInto('portal.financial_institution').values(testBank).execute()
  return [
    [drafts.list, own],
    [drafts.options, own],
    [drafts.settings, async () => ({ ...(await own()), query: { batchType: 'DRAFT' } })],
    [drafts.institutions, async () => ({ ...(await own()), query: { routingNumber: testBank.routing_number } })],
    [
      drafts.initiate,
      async () => {
        await portal.db.deleteFrom('portal.draft').execute()
        return { ...(await ofAccount()), body: initiation() }
      },
    ],
    [
      drafts.finish,
      async () => {
        await portal.db.deleteFrom('portal.draft').execute()
        const { headers, params } = await ofAccount()
        const form = await portal.call(drafts.initiate, { headers, params, body: initiation() })
        const { transNo } = form.json<{ transNo: string }>()
        return { ...(await own()), body: { encodedParam: encodedReturn(transNo) } }
      },
    ],
    [
      drafts.update,
      async () => {
        await portal.db.deleteFrom('portal.draft').execute()
        await portal.db.deleteFrom('portal.autopay').execute()
        return { ...(await own()), body: bankDraft() }
      },
    ],
  ]
}

export const storeCalls: StoreCalls = {
  'draft-requests': {
    insertDraftRequest: [
      {
        reference: 'M',
        memberNumber: given.member,
        option: 'CREDIT',
        items: [],
        authorizedText: 'I authorize',
        expiresAt: given.now,
        now: given.now,
      },
    ],
    findDraftRequest: ['M'],
    lockDraftRequest: ['M'],
    listOpenDraftRequests: [10],
    settleDraftRequest: ['M', 'set-up'],
  },
  drafts: {
    listDraftDays: [given.member, given.day],
    replaceInstitutions: [[{ routingNumber: '091809003', name: 'Bank' }]],
    listBankNumbers: [[1]],
    lockDraftOfEvent: [given.account, 1],
    findAuthorization: [given.account],
  },
}

import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { type DraftSettings, drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { findSetting } from '@coopline/contract/site/site/settings-catalog'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { describe, expect, it } from 'vitest'
import { bankDraft, removalOf, testBank } from './drafts.fixtures.ts'
import { electric, openDrafts, displayedDraft, water } from '../../../testing/drafts-in-test.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openDrafts(portal))

describe('the list', () => {
  it('has every account with its draft, null without one [DR-15, DR-16, AC-24]', async () => {
    await ada.fileDraft({
      eligible_draft_date: calendarDate('2026-12-01'),
      allow_after_billed_day: 5,
      allow_before_billed_day: 20,
    })
    expect(await ada.list()).toEqual([
      {
        accountNumber: electric,
        serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
        accountType: 'Electric',
        pastDueAmount: 0,
        autopayExists: 'N',
        ccEligible: 'Y',
        noMoreChecks: 'N',
        eligibleDraftDate: '2026-12-01',
        allowBeforeBilledDay: 20,
        allowAfterBilledDay: 5,
        draft: displayedDraft,
      },
      expect.objectContaining({ accountNumber: water, accountType: 'Water', draft: null }),
    ])
  })

  it('has a row with every field of the entity, and a draft with every field of its own [DE-21, DE-22]', async () => {
    await ada.fileDraft()
    const [row] = await ada.list()
    expect(Object.keys(row ?? {}).toSorted()).toEqual([
      'accountNumber',
      'accountType',
      'allowAfterBilledDay',
      'allowBeforeBilledDay',
      'autopayExists',
      'ccEligible',
      'draft',
      'eligibleDraftDate',
      'noMoreChecks',
      'pastDueAmount',
      'serviceAddress',
    ])
    expect(Object.keys(row?.draft ?? {}).toSorted()).toEqual(Object.keys(displayedDraft).toSorted())
  })

  it('shows a draft of the type CYCLE, which no option offers [DR-64]', async () => {
    await ada.fileDraft({ draft_type: 'CYCLE', draft_day: null })
    expect((await ada.list())[0]?.draft).toMatchObject({ draftType: 'CYCLE', draftDay: null })
    const options = await portal.call(drafts.options, ada.own)
    expect(options.json<{ results: { draftType: string }[] }>().results.map((one) => one.draftType)).toEqual([
      'WHEN_BILLED',
      'END_OF_MONTH',
      'DAY_OF_MONTH',
      'DAYS_AFTER_BILLING',
    ])
  })

  it('counts a draft of which the cooperative’s system only knows the next day', async () => {
    await portal.db
      .insertInto('cis.account_detail')
      .values({ account_number: water, draft_date: calendarDate('2026-12-15'), draft_method: 'CHARGE' })
      .execute()
    expect((await ada.list())[1]?.draft).toEqual({
      draftAccountType: 'Card',
      draftAccountNumberMasked: '',
      financialInstitutionName: '',
      draftType: null,
      draftDay: null,
      convenienceFee: null,
    })
  })

  it('names no next day on the account overview after the member changed the draft', async () => {
    await portal.db
      .insertInto('cis.account_detail')
      .values({ account_number: electric, draft_date: calendarDate('2026-12-15') })
      .execute()
    const params = { ...ada.own.params, accountNumber: electric }
    const displayedDate = async () =>
      (await portal.call(accountOverview.info, { ...ada.own, params })).json<{ draftDate: unknown }>().draftDate
    expect(await displayedDate()).toBe('2026-12-15')
    await ada.send(removalOf(electric))
    expect(await displayedDate()).toBeNull()
  })

  it('is refused where the cooperative offers no drafts [DR-13, CG-27]', async () => {
    portal.set({ allowBankDraft: false, allowCreditDraft: false })
    expect((await portal.call(drafts.list, ada.own)).statusCode).toBe(403)
    expect((await ada.send(bankDraft())).statusCode).toBe(403)
  })
})

describe('what is offered', () => {
  it('has options with type, name and the default, in both languages [DR-65, AC-26, DE-24]', async () => {
    const inSpanish = await portal.call(drafts.options, { ...ada.own, headers: { 'accept-language': 'es' } })
    const { results } = (await portal.call(drafts.options, ada.own)).json<{ results: unknown[] }>()
    expect(results).toEqual([
      { draftType: 'WHEN_BILLED', display: 'When billed', isDefault: true },
      { draftType: 'END_OF_MONTH', display: 'End of the month', isDefault: false },
      { draftType: 'DAY_OF_MONTH', display: 'Day of the month', isDefault: false },
      { draftType: 'DAYS_AFTER_BILLING', display: 'Days after billing', isDefault: false },
    ])
    expect(inSpanish.json()).toMatchObject({ results: [{ display: 'Al facturar' }, {}, {}, {}] })
  })

  it('has the card types and the cooperative’s settings [AC-27, DE-27, CG-35]', async () => {
    portal.set({ allowAmex: false, defaultDraftType: 'BANK', blockPastDueDrafts: true, maxDaysAfterBilling: 10 })
    const answer = await portal.call(drafts.settings, { ...ada.own, query: { batchType: 'DRAFT' } })
    expect(answer.json()).toMatchObject({
      allowVisa: expect.any(String),
      allowAmex: 'N',
      defaultDraftType: 'BANK',
      blockPastDueDrafts: 'Y',
      maxDaysAfterBilling: 10,
      bankDraftByFile: 'Y',
      today: '2026-11-20',
    })
  })

  it('has CREDIT as the default draft type until the cooperative sets BANK, and takes no other [CG-31]', async () => {
    const defaultOf = async () =>
      (await portal.call(drafts.settings, { ...ada.own, query: { batchType: 'DRAFT' } })).json<DraftSettings>()
        .defaultDraftType
    expect(await defaultOf()).toBe('CREDIT')
    portal.set({ defaultDraftType: 'BANK' })
    expect(await defaultOf()).toBe('BANK')
    expect(findSetting('defaultDraftType')?.schema.safeParse('CASH').success).toBe(false)
  })

  it('has of a bank its routing number and its name, blank for a bank that is not to be used [DE-25]', async () => {
    const unusable = { routing_number: '075909000', name: 'DO NOT USE' }
    await portal.db.insertInto('portal.financial_institution').values(unusable).execute()
    const banks = await ada.banksOf(testBank.routing_number)
    expect(banks).toEqual({ results: [{ routingNumber: '091809003', name: 'CEDAR VALLEY BANK' }] })
    // A bank with a blank name is not listed.
    expect(await ada.banksOf(unusable.routing_number)).toEqual({ results: [] })
    const draft = bankDraft({ routingNumber: unusable.routing_number })
    expect(await ada.saidTo(draft)).toEqual(['Please enter valid routing number.'])
  })

  it('names the bank of a routing number, and none for an unknown, wrong or unusable one [DR-50, DR-51, AC-25]', async () => {
    await portal.db
      .insertInto('portal.financial_institution')
      .values({ routing_number: '075909000', name: 'DO NOT USE' })
      .execute()
    expect(await ada.banksOf(testBank.routing_number)).toEqual({
      results: [{ routingNumber: testBank.routing_number, name: testBank.name }],
    })
    for (const number of ['075909000', '071909004', '091809004'])
      expect(await ada.banksOf(number)).toEqual({ results: [] })
  })
})

import type { DraftUpdate } from '@coopline/contract/paying/drafts/drafts.contract'
import type { ProblemBody } from '@coopline/contract/problem-body'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { bensAccount } from '@coopline/testing/builders/account'
import { describe, expect, it } from 'vitest'
import { bankDraft, newItem, removal, removalOf } from './drafts.fixtures.ts'
import { electric, openDrafts, displayedDraft, water } from '../../../testing/drafts-in-test.ts'
import { outbox, recorded, turnOff } from '../../../testing/notified.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { notifyingSettings } from '../../messages/notifications/notifications.fixtures.ts'
import { withoutRandom } from '../../../testing/without-random.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openDrafts(portal))

describe('setting up a bank draft', () => {
  it('shows it at once, masked, over the cooperative’s copy [DR-14, DR-32, AC-29]', async () => {
    expect((await ada.send(bankDraft())).json()).toEqual({ message: 'Your draft information has been updated.' })
    expect((await ada.list()).map(({ draft }) => draft)).toEqual([displayedDraft, null])
  })

  it('sends the cooperative only the last digits, keeps none in the audit, and mails the member', async () => {
    portal.set({ Notifications: true, allowSubscribeForNotification: true })
    await ada.send(bankDraft())
    const events = await portal.db.selectFrom('outbox.event').select(['kind', 'body']).execute()
    expect(events).toEqual([
      {
        kind: 'draft.set-up',
        body: {
          memberNumber: '10001',
          accountNumber: electric,
          action: 'ADD',
          draftMethod: 'DAY_OF_MONTH',
          draftDay: 15,
          draftStartDate: '2026-12-01',
          draftType: 'Checking',
          bankAccountNumberMasked: '****0552',
          bankName: 'Cedar Valley Bank',
        },
      },
    ])
    const audit = await portal.db
      .selectFrom('portal.audit')
      .select('detail')
      .where('kind', '=', 'drafts.set-up')
      .execute()
    expect(withoutRandom(JSON.stringify(audit))).not.toContain('0552')
    const mails = await portal.db.selectFrom('outbox.message').select(['subject', 'body_text']).execute()
    expect(mails.filter(({ subject }) => subject === 'Your draft payment is set up')).toHaveLength(1)
    expect(withoutRandom(JSON.stringify(mails))).not.toContain('0552')
  })

  it('notifies the member at the address on file, in the language of the request, where notifications are off', async () => {
    portal.set({ Notifications: false })
    await portal.db.updateTable('cis.email').set({ address: 'ada@file.example' }).execute()
    await ada.send(bankDraft())
    await ada.send(removalOf(electric), { 'accept-language': 'es' })
    const mails = portal.db.selectFrom('outbox.message').select(['recipient', 'subject', 'language']).orderBy('id')
    expect(await mails.execute()).toEqual([
      { recipient: 'ada@file.example', subject: 'Your draft payment is set up', language: 'en' },
      { recipient: 'ada@file.example', subject: 'Se eliminó su débito recurrente', language: 'es' },
    ])
  })

  it('sends nothing to a member who turned off the topic, and does everything else', async () => {
    portal.set(notifyingSettings)
    await turnOff(portal, 'draft-changed')
    await ada.send(bankDraft())
    await ada.send(removalOf(electric))
    expect(await outbox(portal)).toEqual([])
    expect(await ada.stored()).toMatchObject([{ account_number: electric, draft_type: null }])
    const { events } = await recorded(portal)
    expect(events.map(({ kind }) => kind)).toEqual(['draft.set-up', 'draft.removed'])
    const audit = portal.db.selectFrom('portal.audit').select('kind').where('kind', 'like', 'drafts.%').orderBy('id')
    expect(await audit.execute()).toEqual([{ kind: 'drafts.set-up' }, { kind: 'drafts.removed' }])
  })

  it.each([
    ['4711', '****11'],
    ['7003105', '****05'],
    ['70031055', '****1055'],
  ])(
    'shows of the bank account number %s only %s, so that most of it stays hidden [SEC-69]',
    async (number, masked) => {
      await ada.send(bankDraft({ bankAccountNumber: number }))
      expect((await ada.list())[0]?.draft?.draftAccountNumberMasked).toBe(masked)
      const { body } = await portal.db.selectFrom('outbox.event').select('body').executeTakeFirstOrThrow()
      expect(body).toMatchObject({ bankAccountNumberMasked: masked })
    },
  )

  it('sets up several accounts at once, savings included [DR-66, DE-26]', async () => {
    const draftAccounts = [newItem(), newItem({ accountNumber: water, draftMethod: 'WHEN_BILLED', draftDay: null })]
    expect((await ada.send(bankDraft({ draftAccounts, draftType: 'Savings' }))).statusCode).toBe(200)
    expect((await ada.list()).map(({ draft }) => [draft?.draftAccountType, draft?.draftType, draft?.draftDay])).toEqual(
      [
        ['Savings', 'DAY_OF_MONTH', 15],
        ['Savings', 'WHEN_BILLED', null],
      ],
    )
    expect((await ada.send({ ...bankDraft(), draftType: 'Crypto' })).statusCode).toBe(400)
  })

  it('takes the start date as yyyy-MM-dd, from 1990-01-01 and the eligible date of the account [DR-55, DR-67]', async () => {
    await ada.fileDraft({ draft_type: '', eligible_draft_date: calendarDate('2026-12-10') })
    expect(await ada.saidToItem({ draftStartDate: calendarDate('2026-12-09') })).toEqual([
      'Choose 12/10/2026 or a later date.',
    ])
    expect(await ada.saidToItem({ accountNumber: water, draftStartDate: calendarDate('1989-12-31') })).toEqual([
      'Choose 01/01/1990 or a later date.',
    ])
    const asUs = { ...newItem(), draftStartDate: '12/10/2026' }
    expect((await ada.send({ ...bankDraft(), draftAccounts: [asUs] })).statusCode).toBe(400)
    const [item] = [newItem({ draftStartDate: calendarDate('2026-12-10') })]
    expect((await ada.send(bankDraft({ draftAccounts: [item] }))).statusCode).toBe(200)
    expect((await ada.stored())[0]?.start_date).toBe('2026-12-10')
  })

  it('refuses the day 29, a day on the edge of the billed days, and 21 days after billing [DR-37, DR-38, DR-39]', async () => {
    await ada.fileDraft({ draft_type: '', allow_after_billed_day: 5, allow_before_billed_day: 20 })
    expect(await ada.saidToItem({ draftDay: 29 })).toEqual(['Day of the Month must be before 29th'])
    expect(await ada.saidToItem({ draftDay: 5 })).toEqual(['Day of the Month must be after 5 and before 20'])
    expect(await ada.saidToItem({ draftMethod: 'DAYS_AFTER_BILLING', draftDay: 21 })).toEqual([
      'Number of Days after billing must be between 1 and 20',
    ])
    expect(await ada.saidToItem({ draftMethod: 'CYCLE', draftDay: null })).toEqual(['Choose when the draft is taken.'])
  })

  it('takes the maximum of days after billing from the setting [CG-33]', async () => {
    portal.set({ maxDaysAfterBilling: 5 })
    expect(await ada.saidToItem({ draftMethod: 'DAYS_AFTER_BILLING', draftDay: 6 })).toEqual([
      'Number of Days after billing must be between 1 and 5',
    ])
  })

  it('refuses an empty bank form with every documented sentence [DR-40, DR-46, DR-49]', async () => {
    const empty = { bankAccountNumber: '', routingNumber: '', bankName: '' }
    expect(await ada.saidTo(bankDraft(empty))).toEqual([
      'Please enter your bank routing number.',
      'Please enter bank name.',
      'Please enter bank account number.',
      'Please confirm your bank account number.',
    ])
  })

  it('refuses account numbers with letters and of 3 or 19 digits, and a bank name of 257 characters [DR-41, DR-42, DR-52]', async () => {
    const length = "The bank account number's length must be between 4 and 18."
    for (const bankAccountNumber of ['123', '1'.repeat(19)])
      expect(await ada.saidTo(bankDraft({ bankAccountNumber }))).toEqual([length])
    expect(await ada.saidTo(bankDraft({ bankAccountNumber: '12a4' }))).toEqual([
      'Enter only the digits of the bank account number.',
    ])
    expect(await ada.saidTo(bankDraft({ bankName: 'x'.repeat(257) }))).toHaveLength(1)
  })

  it('refuses a routing number that is zero, has 8 digits or a wrong checksum, or has no bank [DR-47, DR-48]', async () => {
    for (const routingNumber of ['000000000', '09180900', '091809004', '071909004'])
      expect(await ada.saidTo(bankDraft({ routingNumber })), routingNumber).toEqual([
        'Please enter valid routing number.',
      ])
  })

  it('asks for the authorization [DR-53]', async () => {
    expect(await ada.saidTo(bankDraft({ authorize: false }))).toEqual([
      'Please check the authorize checkbox to submit your draft.',
    ])
  })

  it('refuses a request without an account [DR-54]', async () => {
    expect((await ada.send(bankDraft({ draftAccounts: [] }))).statusCode).toBe(400)
    expect(await ada.stored()).toEqual([])
  })

  it('answers refusals in Spanish to a Spanish browser', async () => {
    const refused = await ada.send(bankDraft({ authorize: false }), { 'accept-language': 'es' })
    expect(refused.json<ProblemBody>().detail).toBe(
      'Marque la casilla de autorización para enviar su débito recurrente.',
    )
  })

  it('is refused where bank drafts are set up on the provider’s page [DR-32, CG-34, CF-07]', async () => {
    portal.set({ bankDraftByFile: false })
    expect((await ada.send(bankDraft())).statusCode).toBe(403)
    portal.set({ bankDraftByFile: true, allowBankDraft: false })
    expect((await ada.send(bankDraft())).statusCode).toBe(403)
    expect(await ada.stored()).toEqual([])
  })
})

describe('an account that is not eligible', () => {
  const refusal = async (changes: Partial<DraftUpdate> = {}) => ada.saidTo(bankDraft(changes))

  it('is refused with AutoPay and with no-more-checks [DR-22, DR-23, DR-26]', async () => {
    await portal.db.insertInto('cis.account_detail').values({ account_number: electric, has_autopay: true }).execute()
    expect(await refusal()).toEqual(['Account is signed up for AutoPay. Draft is not allowed.'])
    await portal.db.updateTable('cis.account').set({ no_more_checks: true }).execute()
    expect(await refusal({ draftAccounts: [newItem({ accountNumber: water })] })).toEqual([
      'ECheck Payment Restricted.',
    ])
  })

  it('is refused when past due, where the cooperative blocks those [DR-24, CG-32]', async () => {
    await portal.db
      .updateTable('cis.balance')
      .set({ past_due: cents(1) })
      .execute()
    portal.set({ blockPastDueDrafts: true })
    expect(await refusal()).toEqual(['Pay the past-due amount before you set up a draft.'])
    portal.set({ blockPastDueDrafts: false })
    expect((await ada.send(bankDraft())).statusCode).toBe(200)
  })

  it('is refused while it has a draft, and the other account of the request gets none either [DR-36]', async () => {
    await ada.fileDraft()
    const draftAccounts = [newItem({ accountNumber: water }), newItem()]
    expect(await refusal({ draftAccounts })).toEqual(['This account has a draft. Remove it before you set up another.'])
    expect(await ada.stored()).toEqual([])
  })

  it('an account of another member refuses the whole request, and nothing of it is written [SEC-33]', async () => {
    await seedAccount(portal.db, bensAccount)
    const draftAccounts = [newItem(), newItem({ accountNumber: '100200101' })]
    expect((await ada.send(bankDraft({ draftAccounts }))).statusCode).toBe(404)
    expect((await ada.send(removalOf('100200101'))).statusCode).toBe(404)
    expect(await ada.stored()).toEqual([])
    const kept = portal.db
      .selectFrom('portal.audit')
      .select('account_number')
      .where('kind', '=', 'access.foreign-refused')
    expect(await kept.execute()).toEqual([{ account_number: '100200101' }, { account_number: '100200101' }])
  })
})

describe('removing a draft', () => {
  it('hides the cooperative’s draft, notifies the cooperative, and allows a new one [DR-36, DR-68, DE-23]', async () => {
    await ada.fileDraft()
    expect((await ada.send(removalOf(electric))).statusCode).toBe(200)
    expect((await ada.list())[0]?.draft).toBeNull()
    const events = await portal.db.selectFrom('outbox.event').select(['kind', 'body']).execute()
    expect(events).toEqual([
      { kind: 'draft.removed', body: { memberNumber: '10001', accountNumber: electric, action: 'REMOVE' } },
    ])
    expect((await ada.send(bankDraft())).statusCode).toBe(200)
    expect((await ada.send({ ...bankDraft(), draftAccounts: [{ ...removal(), action: 'CHANGE' }] })).statusCode).toBe(
      400,
    )
  })

  it('needs a draft', async () => {
    const refused = await ada.send(removalOf(electric))
    expect([refused.statusCode, refused.json<ProblemBody>().detail]).toEqual([409, 'This account has no draft.'])
  })

  it('takes each account of a request once', async () => {
    await ada.fileDraft()
    expect((await ada.send(removalOf(electric, electric))).statusCode).toBe(409)
    expect(await ada.stored()).toEqual([])
  })

  it('happens once when two tabs ask for it at the same time', async () => {
    await ada.fileDraft()
    const answers = await Promise.all([ada.send(removalOf(electric)), ada.send(removalOf(electric))])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await portal.db.selectFrom('outbox.event').select('id').execute()).toHaveLength(1)
  })
})

describe('a change over the cooperative’s copy', () => {
  it('stays until a row includes its event, and belongs to the member who made it', async () => {
    await ada.fileDraft()
    await ada.send(removalOf(electric))
    const event = await portal.db.selectFrom('outbox.event').select('id').executeTakeFirstOrThrow()
    const include = async (changes_through_event: number) =>
      portal.db.updateTable('cis.draft').set({ changes_through_event }).execute()
    await include(event.id - 1)
    expect((await ada.list())[0]?.draft).toBeNull()
    await include(event.id)
    expect((await ada.list())[0]?.draft).toEqual(displayedDraft)
    await include(0)
    await portal.db.updateTable('portal.draft').set({ member_number: '10002' }).execute()
    expect((await ada.list())[0]?.draft).toEqual(displayedDraft)
  })
})

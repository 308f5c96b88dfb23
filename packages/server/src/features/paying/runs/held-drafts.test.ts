import { cents } from '@coopline/rules/kernel/money'
import { expect, it } from 'vitest'
import { answered, collectEntry, importLines } from '../../../testing/returns-in-test.ts'
import { electric } from '../../../testing/drafts-in-test.ts'
import { payAsMember } from '../../../testing/member-payer.ts'
import { useProviderDouble } from '../../../testing/provider-double.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { openRuns } from '../../../testing/runs-in-test.ts'
import { seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ env: { PROVIDER_URL: provider.url } }))
const ada = useFresh(async () => openRuns(portal))

/** Opens the page of a payment of Ada on a day, of which the provider says nothing more. @returns its number. */
async function leaveOpen(day: string, amount = 14_237): Promise<string> {
  portal.set(payingSettings)
  portal.clock.set(`${day}T19:25:00Z`)
  const session = await seedSession(portal, ada.own.loginId)
  const form = await payAsMember(portal, { ...ada.own, ...session }, [[electric, amount]])
  provider.mode = 'fails'
  return form.paymentRequisitionSettings.transNo
}

async function end(state: 'expired' | 'canceled' | 'under-review'): Promise<void> {
  await portal.db.updateTable('pay.payment').set({ state }).where('origin', '=', 'member').execute()
}

async function runDays(from: number, to: number): Promise<void> {
  for (let day = from; day <= to; day += 1) await ada.runOn(`2026-12-${String(day).padStart(2, '0')}`)
}

const outcomes = async () => (await ada.items()).map(({ kind, state, reason }) => [kind, state, reason])
const mails = async (word: RegExp) =>
  (await portal.db.selectFrom('outbox.message').select(['subject', 'body_text']).orderBy('id').execute())
    .filter(({ subject }) => word.test(subject))
    .map(({ subject, body_text }) => `${subject}: ${body_text.split('\n')[0]}`)
const alarms = async () =>
  portal.db.selectFrom('pay.alarm').select(['trans_no', 'detail']).where('kind', '=', 'draft-missed').execute()

it.each([
  [
    'en',
    'Your draft payment is waiting for another payment: Another payment for your account ending in 0101 is in progress, so the draft payment that was due on 12/15/2026 was not collected yet. We will collect what is still due when that payment ends. If you do not know who started it, call us.',
  ],
  [
    'es',
    'Su débito recurrente espera otro pago: Hay otro pago en curso para su cuenta que termina en 0101, por lo que todavía no se cobró el débito recurrente que vencía el 12/15/2026. Cobraremos lo que quede pendiente cuando ese pago termine. Si usted no sabe quién lo inició, llámenos.',
  ],
])('tells the member once, in %s, that a draft waits for another payment [REQ-D-475]', async (language, said) => {
  await portal.db.updateTable('cis.member').set({ prefers_language: language }).execute()
  await leaveOpen('2026-12-15')
  const said0 = /waiting|espera otro/u
  await ada.runOn('2026-12-15')
  expect(await mails(said0)).toEqual([])
  await runDays(16, 18)
  expect(await mails(said0)).toEqual([said])
  await end('expired')
  await ada.runOn('2026-12-21')
  expect(await outcomes()).toEqual([['draft', 'booked', '']])
  expect(await alarms()).toEqual([])
})

it('collects a draft that has waited two weeks no more, and tells the member and staff once [REQ-D-475]', async () => {
  const transNo = await leaveOpen('2026-12-15', 100)
  await runDays(15, 29)
  expect([await outcomes(), await alarms()]).toEqual([[['draft', 'skipped', 'payment-open']], []])
  portal.clock.set('2026-12-30T20:00:00Z')
  await ada.command('preview', '--date', '2026-12-30')
  expect(portal.logLines.filter((line) => line.includes('An alarm about a payment'))).toEqual([])
  await runDays(30, 31)
  expect(await outcomes()).toEqual([['draft', 'skipped', 'missed']])
  expect(await alarms()).toEqual([{ trans_no: transNo, detail: { dueDate: '2026-12-15' } }])
  expect(await mails(/not collected/u)).toEqual([
    'Your draft payment was not collected: The draft payment for your account ending in 0101 that was due on 12/15/2026 was not collected, because another payment for this account is still open. Call us before you pay, so that we can tell you what is still due. The draft goes on with your next bill.',
  ])
  await end('canceled')
  await ada.runOn('2027-01-04')
  await ada.runOn('2027-01-15')
  expect((await ada.items()).map(({ due_date, state }) => [due_date, state])).toEqual([
    ['2026-12-15', 'skipped'],
    ['2027-01-15', 'booked'],
  ])
})

it('says nothing about a draft for which nothing is due after two weeks [REQ-D-475]', async () => {
  await leaveOpen('2026-12-15')
  await runDays(15, 29)
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(0) })
    .execute()
  await ada.runOn('2026-12-30')
  expect([await outcomes(), await alarms()]).toEqual([[['draft', 'skipped', 'nothing-due']], []])
})

it('gives up a returned debit that was to be presented again after two weeks, too [REQ-D-475]', async () => {
  await importLines(portal.deps, answered(await collectEntry(ada, '2026-12-15'), 'R01'))
  await leaveOpen('2026-12-18', 100)
  await runDays(18, 31)
  expect((await outcomes()).at(-1)).toEqual(['retry', 'skipped', 'payment-open'])
  await ada.runOn('2027-01-04')
  expect((await outcomes()).at(-1)).toEqual(['retry', 'skipped', 'missed'])
  expect(await alarms()).toMatchObject([{ detail: { dueDate: '2026-12-18' } }])
})

it('leaves what waits alone while the cooperative’s system runs drafts [REQ-D-475]', async () => {
  await importLines(portal.deps, answered(await collectEntry(ada, '2026-12-15'), 'R01'))
  await leaveOpen('2026-12-18', 100)
  await ada.runOn('2026-12-18')
  // The draft's own due date waits, too.
  await portal.db.updateTable('pay.run_item').set({ state: 'skipped', reason: 'payment-open' }).execute()
  await end('expired')
  portal.set({ portalRunsDrafts: false })
  await ada.runOn('2026-12-21')
  expect(await outcomes()).toEqual([
    ['draft', 'skipped', 'payment-open'],
    ['retry', 'skipped', 'payment-open'],
  ])
  portal.set({ portalRunsDrafts: true })
  await ada.runOn('2026-12-22')
  expect((await outcomes()).at(-1)).toEqual(['retry', 'booked', ''])
})

it.each([
  [
    'en',
    'Your draft payment was not collected: The draft payment for your account ending in 0101 that was due on 12/15/2026 was not collected, because another payment for this account is still open. Call us before you pay, so that we can tell you what is still due. The draft goes on with your next bill.',
  ],
  [
    'es',
    'No se cobró su débito recurrente: No se cobró el débito recurrente de su cuenta que termina en 0101 que vencía el 12/15/2026, porque otro pago de esta cuenta sigue abierto. Llámenos antes de pagar para saber cuánto queda pendiente. El débito continúa con su próxima factura.',
  ],
])(
  'asks the member, in %s, to call before they pay while a payment is under review [REQ-D-475]',
  async (language, said) => {
    await portal.db.updateTable('cis.member').set({ prefers_language: language }).execute()
    const transNo = await leaveOpen('2026-12-15')
    await end('under-review')
    await ada.runOn('2026-12-15')
    await runDays(29, 31)
    expect(await mails(/not collected|No se cobró/u)).toEqual([said])
    expect(await alarms()).toEqual([{ trans_no: transNo, detail: { dueDate: '2026-12-15' } }])
  },
)

it.each([
  ['while the payment is still open', undefined, /is still open\. Call us before you pay/u],
  ['also once the payment has ended', 'expired' as const, /You were not charged\. Pay what is due yourself\./u],
])(
  'collects no draft that runs left for a month, %s, and tells the member and staff [REQ-D-475]',
  async (_, state, said) => {
    await leaveOpen('2026-12-15')
    await ada.runOn('2026-12-15')
    if (state !== undefined) await end(state)
    await ada.runOn('2027-01-14')
    expect(await outcomes()).toEqual([['draft', 'skipped', 'missed']])
    expect([await mails(/not collected/u), await alarms()]).toMatchObject([[expect.stringMatching(said)], [{}]])
    const audit = portal.db.selectFrom('portal.audit').select(['account_number', 'member_number', 'detail'])
    expect(await audit.where('kind', '=', 'runs.draft-missed').execute()).toEqual([
      { account_number: electric, member_number: ada.own.memberNumber, detail: { dueDate: '2026-12-15' } },
    ])
    expect((await ada.payments()).map(({ origin }) => origin)).toEqual(['member'])
  },
)

it('presents no debit again that runs left for a month [REQ-D-475]', async () => {
  await importLines(portal.deps, answered(await collectEntry(ada, '2026-12-15'), 'R01'))
  await leaveOpen('2026-12-18', 100)
  await ada.runOn('2026-12-18')
  await end('expired')
  await ada.runOn('2027-01-14')
  expect((await outcomes()).at(-1)).toEqual(['retry', 'skipped', 'missed'])
  expect(await alarms()).toHaveLength(1)
})

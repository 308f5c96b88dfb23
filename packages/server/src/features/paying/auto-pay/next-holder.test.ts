import { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { describe, expect, it } from 'vitest'
import { openAutoPay } from '../../../testing/auto-pay-in-test.ts'
import { payAsMember } from '../../../testing/member-payer.ts'
import { type EventFields, sendPostback, tell } from '../../../testing/provider-double.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { giveToBen } from '../../../testing/seed-account.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { listAccountsByNumber, owedOn } from '../../accounts/accounts/public.ts'
import { runDueItems } from '../runs/run-due-items.job.ts'

const running = usePortalWithSandbox({ settings: { ...payingSettings, Autopay: true, runHour: 8 } })
const { portal } = running
const ada = useFresh(async () => openAutoPay(running))

/** Moves Ada's account to Ben with the same balance and due date. Ben enrolls it with his card. */
async function moveToBen(): Promise<void> {
  await giveToBen(portal.db)
  await portal.db.deleteFrom('pay.unacknowledged_credit').execute()
  await portal.db.insertInto('cis.email').values({ member_number: '10002', address: 'ben@example.org' }).execute()
  await portal.db
    .insertInto('portal.autopay')
    .values({
      account_number: '100100101',
      member_number: '10002',
      method_id: await running.storeCard('10002'),
      state: 'active',
      days_before: 0,
      event_id: 0,
      changed_at: new Date('2026-11-21T18:00:00Z'),
    })
    .execute()
}
const payments = async () =>
  portal.db
    .selectFrom('pay.payment')
    .select(['member_number', 'state', 'amount'])
    .where('origin', '=', 'autopay')
    .orderBy('requested_at')
    .execute()
const announcements = async () =>
  (await portal.db.selectFrom('outbox.message').select(['recipient', 'subject']).orderBy('id').execute())
    .filter(({ subject }) => subject.startsWith('AutoPay will pay'))
    .map(({ recipient }) => recipient)
const toBoth = ['ada.lindqvist@example.org', 'ben@example.org']
const bens = { member_number: '10002', state: 'confirmed', amount: 14_237 }

it('announces and charges the bill of the next holder, when the former one had the same due date', async () => {
  await ada.announced()
  await moveToBen()
  await ada.announceOn('2026-12-08')
  await ada.announceOn('2026-12-09')
  expect(await announcements()).toEqual(toBoth)
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await payments()).toEqual([bens])
})

it('announces and charges it also when the former holder had stopped the charge', async () => {
  await ada.announced()
  await portal.db.updateTable('portal.autopay_charge').set({ state: 'stopped', outcome: 'by-link' }).execute()
  await moveToBen()
  await ada.announceOn('2026-12-08')
  expect(await announcements()).toEqual(toBoth)
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await payments()).toEqual([bens])
})

it('announces and charges it also when AutoPay charged the former holder for that due date', async () => {
  await ada.announced({ daysBefore: 1 })
  ada.onDay('2026-12-09')
  await runDueItems(portal.deps)
  await moveToBen()
  await ada.announceOn('2026-12-09')
  expect(await announcements()).toEqual(toBoth)
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  await runDueItems(portal.deps)
  expect(await payments()).toEqual([{ ...bens, member_number: '10001' }, bens])
})

it('finishes a charge of the former holder that was sent before it announces one of the next holder', async () => {
  await ada.announced({ daysBefore: 1 })
  ada.onDay('2026-12-09')
  const reach = (name: string) => {
    if (name === 'autopay.after-charge') throw new Error('died')
  }
  await runDueItems({ ...portal.deps, failPoints: { reach } })
  await moveToBen()
  await ada.announceOn('2026-12-09')
  expect(await announcements()).toEqual(toBoth.slice(0, 1))
  await runDueItems(portal.deps)
  expect(await ada.items()).toMatchObject([{ state: 'booked', amount: 14_237 }])
  await ada.announceOn('2026-12-09')
  expect(await announcements()).toEqual(toBoth)
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await payments()).toEqual([{ ...bens, member_number: '10001' }, bens])
})

it('does not send a charge of the former holder again that the provider never got', async () => {
  await ada.announced({ daysBefore: 1 })
  ada.onDay('2026-12-09')
  await running.setMode('down')
  await runDueItems(portal.deps)
  await running.setMode('ok')
  await moveToBen()
  await runDueItems(portal.deps)
  await ada.expireOpen()
  await runDueItems(portal.deps)
  await ada.announceOn('2026-12-09')
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await payments()).toEqual([{ ...bens, member_number: '10001', state: 'expired' }, bens])
})

it('stops nothing of the next holder by the link that the former one got', async () => {
  await ada.announced()
  const [mail] = await portal.db
    .selectFrom('outbox.message')
    .select('body_text')
    .where('dedupe_key', 'like', 'autopay-coming%')
    .execute()
  const token = /token=([A-Za-z0-9_-]{32})/u.exec(mail?.body_text ?? '')?.[1] ?? ''
  await moveToBen()
  await ada.announceOn('2026-12-08')
  expect((await portal.call(autoPay.stop, { body: { token } })).statusCode).toBe(400)
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await payments()).toEqual([bens])
})

it('names a charge that is announced again after a restore of the database as it did before', async () => {
  await ada.announced()
  await moveToBen()
  const names = new Set<string | null>()
  for (const day of ['2026-12-08', '2026-12-09']) {
    await ada.announceOn(day)
    const charge = await portal.db.selectFrom('portal.autopay_charge').selectAll().executeTakeFirstOrThrow()
    expect(charge).toMatchObject({ member_number: '10002', announced_at: portal.clock.now() })
    names.add(charge.enrollment_id)
    await portal.db
      .updateTable('portal.autopay_charge')
      .set({ member_number: '10001', enrollment_id: null, state: 'stopped', outcome: 'holder-changed' })
      .execute()
  }
  expect([...names]).toEqual(['100100101:10002:2'])
})

describe('an account that moves back', () => {
  const adas = { ...bens, member_number: '10001' }
  /** Moves the account back to Ada, who enrolls it again in time for the due date. */
  const moveBack = async (methodId: string) => {
    await portal.db.updateTable('cis.account').set({ member_number: '10001' }).execute()
    expect((await ada.save({ methodId })).statusCode).toBe(200)
    await ada.announceOn('2026-12-08')
    ada.onDay('2026-12-10')
    await runDueItems(portal.deps)
    await runDueItems(portal.deps)
  }
  const toAda = 'ada.lindqvist@example.org'

  it('has its bill announced and charged again when no one else had AutoPay', async () => {
    const methodId = await ada.announced()
    await giveToBen(portal.db)
    await moveBack(methodId)
    expect([await announcements(), await payments()]).toEqual([[toAda, toAda], [adas]])
  })

  it('has its bill announced and charged again when the other member had a charge for the same due date', async () => {
    const methodId = await ada.announced()
    await moveToBen()
    await ada.announceOn('2026-12-08')
    await moveBack(methodId)
    expect([await announcements(), await payments()]).toEqual([[...toBoth, toAda], [adas]])
  })

  it('has the next bill charged when AutoPay had charged the former one with the same due date', async () => {
    const methodId = await running.storeCard('10001')
    await ada.save({ methodId, daysBefore: 5 })
    await ada.announceOn('2026-12-03')
    ada.onDay('2026-12-05')
    await runDueItems(portal.deps)
    await moveToBen()
    await ada.announceOn('2026-12-08')
    await moveBack(methodId)
    expect([await announcements(), await payments()]).toEqual([
      [...toBoth, toAda],
      [adas, adas],
    ])
  })
})

describe('a payment of the former holder that is still open when the account moves', () => {
  const leftOpen = async () => {
    const form = await payAsMember(portal, await ada.session(), [['100100101', 10_000]])
    await moveToBen()
    await ada.announceOn('2026-12-08')
    ada.onDay('2026-12-10')
    return form
  }
  const owes = async () => (await listAccountsByNumber(portal.db, ['100100101'])).map(owedOn)
  const alarms = async () => (await portal.db.selectFrom('pay.alarm').select('kind').execute()).map(({ kind }) => kind)
  const send = async (event: EventFields) => expect((await sendPostback(portal, event)).statusCode).toBe(200)

  it('pays nothing of the next holder, whom AutoPay charges the whole bill, and raises an alarm for staff', async () => {
    const form = await leftOpen()
    await send(tell(form, 'payment.succeeded'))
    expect([await owes(), await alarms()]).toEqual([[14_237], ['former-holder']])
    await runDueItems(portal.deps)
    expect(await payments()).toEqual([bens])
    await send(tell(form, 'payment.returned'))
    expect([await owes(), await alarms()]).toEqual([[0], ['former-holder', 'former-holder']])
  })

  it('counts for the former holder when the account moves back to them, and for no third one', async () => {
    await send(tell(await leftOpen(), 'payment.succeeded'))
    await portal.db.insertInto('cis.member').values({ member_number: '10003', name: 'Cy' }).execute()
    await portal.db.updateTable('cis.account').set({ member_number: '10003' }).execute()
    expect(await owes()).toEqual([14_237])
    await portal.db.updateTable('cis.account').set({ member_number: '10001' }).execute()
    expect(await owes()).toEqual([4_237])
  })

  it('does not keep AutoPay of the next holder waiting', async () => {
    await leftOpen()
    await runDueItems(portal.deps)
    expect(await payments()).toEqual([bens])
  })
})

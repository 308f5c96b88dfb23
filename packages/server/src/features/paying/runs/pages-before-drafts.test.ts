import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { expect, it } from 'vitest'
import { electric } from '../../../testing/drafts-in-test.ts'
import { payAsMember } from '../../../testing/member-payer.ts'
import { useProviderDouble } from '../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../testing/quick-payer.ts'
import { answered, collectEntry, importLines } from '../../../testing/returns-in-test.ts'
import { openRuns } from '../../../testing/runs-in-test.ts'
import { seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { processRun } from './process-run.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ env: { PROVIDER_URL: provider.url } }))
const ada = useFresh(async () => openRuns(portal))

const outcomes = async () => (await ada.items()).map(({ kind, state, reason }) => [kind, state, reason])

/** Opens a page of Quick Pay for a part before the run of a day, as a stranger does, which the provider reports open. */
async function openStrangersPage(day: string, time = '19:50:00'): Promise<void> {
  portal.set(payingSettings)
  portal.clock.set(`${day}T${time}Z`)
  const form = await pay(portal, await verified(portal), 100)
  provider.open.add(form.paymentRequisitionSettings.transNo)
}
const paid = async () => (await ada.payments()).map(({ origin, state }) => `${origin} ${state}`)

it('ends unpaid pages of Quick Pay from the second try on, and in no preview [REQ-D-475, SEC-77]', async () => {
  await openStrangersPage('2026-12-15')
  await ada.runOn('2026-12-15')
  expect([await outcomes(), await paid()]).toEqual([[['draft', 'skipped', 'payment-open']], ['quick-pay handed-off']])
  await openStrangersPage('2026-12-16')
  portal.clock.set('2026-12-16T20:00:00Z')
  await ada.command('preview', '--date', '2026-12-16')
  expect((await paid()).at(-1)).toBe('quick-pay handed-off')
  await ada.runOn('2026-12-16')
  expect(await outcomes()).toEqual([['draft', 'booked', '']])
  expect(await paid()).toEqual(['quick-pay expired', 'quick-pay expired', 'bank confirmed'])
})

it('ends pages that were opened seconds before the run, however many [REQ-D-475, SEC-77]', async () => {
  await openStrangersPage('2026-12-15')
  await ada.runOn('2026-12-15')
  portal.set({ quickPayRequisitionsPerHour: 100, requisitionExpiryMinutes: 1_440 })
  for (let opened = 0; opened < 60; opened += 1) await openStrangersPage('2026-12-16', '19:59:55')
  portal.clock.set('2026-12-16T20:00:00Z')
  expect(await processRun(portal.deps, calendarDate('2026-12-16'))).toBe(true)
  expect(await outcomes()).toEqual([['draft', 'booked', '']])
  expect(new Set(await paid())).toEqual(new Set(['quick-pay expired', 'bank confirmed']))
})

it('ends no page while the member’s own payment holds up the draft, too [REQ-D-475]', async () => {
  portal.set(payingSettings)
  portal.clock.set('2026-12-15T19:50:00Z')
  const session = await seedSession(portal, ada.own.loginId)
  const form = await payAsMember(portal, { ...ada.own, ...session }, [[electric, 10_000]])
  provider.open.add(form.paymentRequisitionSettings.transNo)
  await openStrangersPage('2026-12-15', '19:51:00')
  await portal.db
    .updateTable('pay.payment')
    .set({ expires_at: new Date('2026-12-18T00:00:00Z') })
    .execute()
  await ada.runOn('2026-12-15')
  await ada.runOn('2026-12-16')
  expect(await paid()).toEqual(['member handed-off', 'quick-pay handed-off'])
})

it('tells the member to call before they pay when a page of Quick Pay could not be ended [REQ-D-475]', async () => {
  await openStrangersPage('2026-12-15')
  await ada.runOn('2026-12-15')
  provider.mode = 'fails'
  for (const day of ['2026-12-29', '2026-12-30']) await ada.runOn(day)
  const mails = await portal.db.selectFrom('outbox.message').select('body_text').execute()
  expect(
    mails.map(({ body_text }) => body_text).filter((text) => text.includes('Call us before you pay')),
  ).toHaveLength(1)
})

it('ends no page for a draft that was removed meanwhile [REQ-D-475]', async () => {
  await openStrangersPage('2026-12-15')
  await ada.runOn('2026-12-15')
  await portal.db
    .updateTable('pay.payment')
    .set({ expires_at: new Date('2026-12-18T00:00:00Z') })
    .execute()
  await portal.db.deleteFrom('portal.draft').execute()
  await ada.runOn('2026-12-16')
  expect([await outcomes(), await paid()]).toEqual([[['draft', 'skipped', 'removed']], ['quick-pay handed-off']])
})

it('ends unpaid pages of Quick Pay for a returned debit, too [REQ-D-475, SEC-77]', async () => {
  await importLines(portal.deps, answered(await collectEntry(ada, '2026-12-15'), 'R01'))
  for (const day of ['2026-12-18', '2026-12-21']) {
    await openStrangersPage(day)
    await ada.runOn(day)
  }
  expect((await outcomes()).at(-1)).toEqual(['retry', 'booked', ''])
})

it('still waits for a page that the member opened, and where asking about it fails [REQ-D-475]', async () => {
  portal.set(payingSettings)
  portal.clock.set('2026-12-15T19:50:00Z')
  const session = await seedSession(portal, ada.own.loginId)
  const form = await payAsMember(portal, { ...ada.own, ...session }, [[electric, 14_237]])
  provider.open.add(form.paymentRequisitionSettings.transNo)
  await ada.runOn('2026-12-15')
  await portal.db
    .updateTable('pay.payment')
    .set({ expires_at: new Date('2026-12-18T00:00:00Z') })
    .execute()
  await ada.runOn('2026-12-16')
  portal.clock.set('2026-12-17T20:00:00Z')
  const of = () => {
    throw new Error('No such provider')
  }
  expect(
    await processRun({ ...portal.deps, gateways: { ...portal.deps.gateways, of } }, calendarDate('2026-12-17')),
  ).toBe(true)
  expect([await outcomes(), await paid()]).toEqual([[['draft', 'skipped', 'payment-open']], ['member handed-off']])
})

import { calendar, type CalendarAddress } from '@coopline/contract/accounts/calendar/calendar.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { ben } from '@coopline/testing/builders/member'
import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedArrangement } from '../../../testing/seed-arrangement.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { adaSignedIn, seedLogin, seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { deleteExpired } from '../../../platform/retention/delete-expired.job.ts'
import { withoutRandom } from '../../../testing/without-random.ts'

const portal = useTestPortal({ settings: { coopName: 'Prairie Ridge', timeZone: 'America/Chicago' } })
const ada = useFresh(async () => adaSignedIn(portal))

const own = () => ({ ...ada, params: { memberNumber: ada.memberNumber } })
const status = async () => (await portal.call(calendar.status, own())).json<{ since: string | null }>().since
const turnOn = async (language = 'en') => {
  const answer = await portal.call(calendar.turnOn, { ...own(), body: {}, headers: { 'accept-language': language } })
  expect(answer.statusCode).toBe(200)
  return new URL(answer.json<CalendarAddress>().address).pathname
}
const turnOff = async () => portal.call(calendar.turnOff, own())
const fetchFeed = async (url: string, headers: Readonly<Record<string, string>> = {}) =>
  portal.inject({ method: 'GET', url, headers })
const eventsAt = async (url: string) => {
  const { body } = await fetchFeed(url)
  return new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}
const oneEventAt = async (url: string) => {
  const [event, ...others] = await eventsAt(url)
  if (event === undefined || others.length > 0) throw new Error(`${others.length + 1} events`)
  return event
}
const changeBalance = async (changes: { balance?: number; due_date?: string }) =>
  portal.db
    .updateTable('cis.balance')
    .set({
      ...(changes.balance !== undefined && { balance: cents(changes.balance) }),
      ...(changes.due_date !== undefined && { due_date: calendarDate(changes.due_date) }),
    })
    .where('account_number', '=', '100100101')
    .execute()
const audited = async () =>
  (
    await portal.db
      .selectFrom('portal.audit')
      .select('kind')
      .where('kind', 'like', 'calendar.%')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

describe('turning it on and off', () => {
  test('a member turns it on, gets an address with 32 random characters, and sees since when it is on', async () => {
    expect(await status()).toBeNull()
    const answer = (await portal.call(calendar.turnOn, { ...own(), body: {} })).json<CalendarAddress>()
    expect(answer.address).toMatch(
      new RegExp(`^${portal.deps.env.PUBLIC_ORIGIN}/calendar/[A-Za-z0-9_-]{32}[.]ics$`, 'u'),
    )
    expect(await status()).toBe(portal.clock.now().toISOString())
  })

  test('the calendar address is stored only as a hash, and never returned again', async () => {
    const token = (await turnOn()).slice('/calendar/'.length, -'.ics'.length)
    const kept = await portal.db.selectFrom('portal.calendar_address').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(token)
    expect((await portal.call(calendar.status, own())).body).not.toContain(token)
  })

  test('a new address ends the one before, of which there is one per member', async () => {
    const [first, second] = [await turnOn(), await turnOn()]
    expect((await fetchFeed(first)).statusCode).toBe(404)
    expect((await fetchFeed(second)).statusCode).toBe(200)
  })

  test('turning it off removes the address at once, and turning it off again changes nothing', async () => {
    const url = await turnOn()
    await fetchFeed(url)
    expect((await turnOff()).json()).toEqual({ since: null })
    expect((await fetchFeed(url)).statusCode).toBe(404)
    expect((await turnOff()).statusCode).toBe(200)
    expect(await portal.db.selectFrom('portal.calendar_entry').selectAll().execute()).toEqual([])
  })

  test('each change of it is in the audit, once', async () => {
    await turnOn()
    await turnOn()
    await turnOff()
    await turnOff()
    expect(await audited()).toEqual(['calendar.turned-on', 'calendar.renewed', 'calendar.turned-off'])
  })
})

describe('what is read without a session', () => {
  test('unknown, replaced, ended and impossible addresses answer exactly the same', async () => {
    const replaced = await turnOn()
    const ended = await turnOn()
    await turnOff()
    const answers = await Promise.all(
      [replaced, ended, `/calendar/${'A'.repeat(32)}.ics`, '/calendar/x.ics', '/calendar/%00.ics'].map(async (url) => {
        const { statusCode, headers, body } = await fetchFeed(url)
        const { 'content-length': _length, date: _date, ...others } = headers
        return { statusCode, headers: others, body: body.replace(/"requestId":"[^"]+"/u, '') }
      }),
    )
    expect(answers[0]?.statusCode).toBe(404)
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('the answer is a calendar, for its reader alone, without cookies', async () => {
    const { headers } = await fetchFeed(await turnOn(), { cookie: ada.cookie })
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('unchanged since it was read, it is not sent again', async () => {
    const url = await turnOn()
    const first = await fetchFeed(url)
    const etag = first.headers.etag ?? ''
    portal.clock.advance(3_600)
    expect((await fetchFeed(url, { 'if-none-match': etag })).statusCode).toBe(304)
    await changeBalance({ balance: 1 })
    expect((await fetchFeed(url, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('no log line has the token, whether the calendar was there or not', async () => {
    const url = await turnOn()
    await fetchFeed(url)
    await turnOff()
    await fetchFeed(url)
    const lines = portal.logLines.join('')
    expect(lines).toContain('/calendar/:token.ics')
    expect(lines).not.toContain(url.slice('/calendar/'.length, -'.ics'.length))
  })

  test('the calendar of a login that was closed is closed too', async () => {
    const url = await turnOn()
    await portal.db.updateTable('portal.login').set({ disabled_at: portal.clock.now() }).execute()
    expect((await fetchFeed(url)).statusCode).toBe(404)
  })

  test('an address can be read 120 times an hour', async () => {
    const url = await turnOn()
    const codes: number[] = []
    for (let reading = 0; reading < 121; reading += 1) codes.push((await fetchFeed(url)).statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(120)
    expect(codes.at(-1)).toBe(429)
  })

  test('a client that tries tokens is stopped after 300 within an hour; calendars are read on', async () => {
    const url = await turnOn()
    const codes = new Map<number, number>()
    for (let reading = 0; reading < 302; reading += 1) {
      const { statusCode } = await fetchFeed(`/calendar/${String(reading).padStart(32, 'A')}.ics`)
      codes.set(statusCode, (codes.get(statusCode) ?? 0) + 1)
    }
    expect([...codes]).toEqual([
      [404, 300],
      [429, 2],
    ])
    expect((await fetchFeed(url)).statusCode).toBe(200)
  })
})

describe('what it tells', () => {
  test('a bill is an all-day event on its due date, with a reminder three days before', async () => {
    const event = await oneEventAt(await turnOn())
    expect(event.startDate.isDate).toBe(true)
    expect(event.startDate.toString()).toBe('2026-12-04')
    expect(event.summary).toBe('Electric bill due: $142.37 (account ending in 0101)')
    expect(event.description).toContain('/accountoverview')
    const alarm = event.component.getFirstSubcomponent('valarm')
    expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY')
    expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-P2DT15H')
  })

  test('the same due date is the same event; moved or of another amount it counts up and says when', async () => {
    await seedBill(portal.db, { account_number: '100100101' })
    const url = await turnOn()
    const first = await oneEventAt(url)
    portal.clock.advance(3_600)
    expect((await oneEventAt(url)).sequence).toBe(0)
    await changeBalance({ due_date: '2026-12-10', balance: 9_000 })
    const moved = await oneEventAt(url)
    expect([moved.uid, moved.sequence, moved.startDate.toString()]).toEqual([first.uid, 1, '2026-12-10'])
    expect(String(moved.component.getFirstPropertyValue('last-modified'))).toBe('2026-11-20T16:00:00Z')
    expect(first.uid).not.toContain('100100101')
  })

  test('the next bill is another event', async () => {
    await seedBill(portal.db, { account_number: '100100101', bill_date: calendarDate('2026-10-14') })
    const url = await turnOn()
    const first = await oneEventAt(url)
    await seedBill(portal.db, { account_number: '100100101', bill_date: calendarDate('2026-11-14') })
    expect((await oneEventAt(url)).uid).not.toBe(first.uid)
  })

  test('a bill that is paid leaves the calendar', async () => {
    const url = await turnOn()
    await changeBalance({ balance: 0 })
    expect(await eventsAt(url)).toEqual([])
  })

  test('without due dates it is still a calendar with a component, as RFC 5545 wants it', async () => {
    await changeBalance({ balance: 0 })
    const { body } = await fetchFeed(await turnOn())
    const components = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents()
    expect(components.map(({ name }) => name)).toEqual(['vtimezone'])
  })

  test('the calendar has the payment of an arrangement in addition to the bill', async () => {
    await portal.db
      .insertInto('cis.arrangement')
      .values({
        account_number: '100100101',
        balance: cents(35_620),
        next_amount: cents(8_905),
        next_due: calendarDate('2026-12-01'),
      })
      .execute()
    const events = await eventsAt(await turnOn())
    expect(events.map(({ summary }) => summary).toSorted()).toEqual([
      'Arrangement payment due (Electric): $89.05 (account ending in 0101)',
      'Electric bill due: $142.37 (account ending in 0101)',
    ])
  })

  test('a bill leaves out what an arrangement made in the portal defers, and the payment that has its own event', async () => {
    const payments = [
      { dueOn: '2026-11-25', amount: 3_000 },
      { dueOn: '2026-12-01', amount: 2_000 },
      { dueOn: '2027-02-01', amount: 5_000 },
    ]
    await seedArrangement(portal.db, {
      payments,
      madeOn: '2026-11-10',
      createdAt: new Date('2026-11-10T18:00:00Z'),
    })
    await changeBalance({ due_date: '2026-12-04' })
    const url = await turnOn()
    const summaries = async () => (await eventsAt(url)).map(({ summary }) => summary).toSorted()
    expect(await summaries()).toEqual([
      'Arrangement payment due (Electric): $30.00 (account ending in 0101)',
      'Electric bill due: $62.37 (account ending in 0101)',
    ])
    await changeBalance({ balance: 10_000, due_date: '2026-11-10' })
    expect(await summaries()).toEqual(['Arrangement payment due (Electric): $30.00 (account ending in 0101)'])
  })

  describe('a draft', () => {
    const drafts = async (url: string) =>
      (await eventsAt(url))
        .filter(({ summary }) => summary.startsWith('Draft payment'))
        .map(({ summary, component }) => [summary, String(component.getFirstPropertyValue('dtstart'))])
    const fileDraft = async (changes: object = {}) =>
      portal.db
        .insertInto('cis.draft')
        .values({ account_number: '100100101', draft_type: 'DAY_OF_MONTH', draft_day: 28, ...changes })
        .execute()
    const summary = 'Draft payment (Electric): $142.37 (account ending in 0101)'

    test('is shown on the day it is taken, the next banking day, until that day is over', async () => {
      await fileDraft()
      const url = await turnOn()
      expect(await drafts(url)).toEqual([[summary, '2026-11-30']])
      // Saturday the 28th is past, and the draft is collected on Monday.
      portal.clock.set('2026-12-01T05:59:00Z')
      expect(await drafts(url)).toEqual([[summary, '2026-11-30']])
      portal.clock.set('2026-12-01T06:00:00Z')
      expect(await drafts(url)).toEqual([[summary, '2026-12-28']])
    })

    test('keeps its entry while the amount changes, and leaves when nothing is owed', async () => {
      await fileDraft()
      const url = await turnOn()
      const uids = async () =>
        (await eventsAt(url)).filter((one) => one.summary.startsWith('Draft')).map(({ uid }) => uid)
      const before = await uids()
      await changeBalance({ balance: 5_000 })
      expect(await uids()).toEqual(before)
      await changeBalance({ balance: 0 })
      expect(await uids()).toEqual([])
    })

    test('follows the day that the cooperative’s system names, and the newest bill', async () => {
      await portal.db
        .insertInto('cis.account_detail')
        .values({ account_number: '100100101', draft_date: calendarDate('2026-12-10') })
        .execute()
      const url = await turnOn()
      expect(await drafts(url)).toEqual([[summary, '2026-12-10']])
      await portal.db.updateTable('cis.account_detail').set({ draft_date: null }).execute()
      await fileDraft({ draft_type: 'DAYS_AFTER_BILLING', draft_day: 10 })
      expect(await drafts(url)).toEqual([])
      await seedBill(portal.db, { account_number: '100100101', bill_date: calendarDate('2026-11-14') })
      expect(await drafts(url)).toEqual([[summary, '2026-11-24']])
    })

    test('a draft that a member set up counts from its start, and is gone once it is removed', async () => {
      const change = async (draft: object) =>
        portal.db
          .insertInto('portal.draft')
          .values({
            account_number: '100100101',
            member_number: '10001',
            event_id: 1,
            changed_at: portal.clock.now(),
            ...draft,
          })
          .onConflict((conflict) => conflict.column('account_number').doUpdateSet({ draft_type: null, event_id: 2 }))
          .execute()
      await change({ draft_type: 'DAY_OF_MONTH', draft_day: 15, start_date: calendarDate('2026-12-16') })
      const url = await turnOn()
      expect(await drafts(url)).toEqual([[summary, '2027-01-15']])
      await change({ draft_type: null })
      expect(await drafts(url)).toEqual([])
    })
  })

  test('a scheduled payment is there for each of its accounts until its day is over, while the cooperative offers them', async () => {
    portal.set({ allowFutureDatedPayments: true })
    await portal.db
      .insertInto('portal.scheduled_payment')
      .values({
        trans_no: 'T1',
        member_number: '10001',
        method_id: 'm1',
        payment_date: calendarDate('2026-11-25'),
        items: JSON.stringify([{ accountNumber: '100100101', accountType: 'Electric', amount: 5_000 }]),
        amount: cents(5_000),
        language: 'en',
        created_at: portal.clock.now(),
      })
      .execute()
    const url = await turnOn()
    const scheduled = async () =>
      (await eventsAt(url)).map(({ summary }) => summary).filter((summary) => summary.startsWith('Scheduled'))
    portal.clock.set('2026-11-26T05:59:00Z')
    expect(await scheduled()).toEqual(['Scheduled payment (Electric): $50.00 (account ending in 0101)'])
    portal.set({ allowFutureDatedPayments: false })
    expect(await scheduled()).toEqual([])
    portal.set({ allowFutureDatedPayments: true })
    expect(await scheduled()).toHaveLength(1)
    portal.clock.set('2026-11-26T06:00:00Z')
    expect(await scheduled()).toEqual([])
  })

  describe('a charge of AutoPay', () => {
    const charges = async (url: string) =>
      (await eventsAt(url))
        .filter(({ summary }) => summary.startsWith('AutoPay'))
        .map(({ summary, component }) => [summary, String(component.getFirstPropertyValue('dtstart'))])
    const planned = ['AutoPay (Electric): $142.37 (account ending in 0101)', '2026-12-01']
    beforeEach(async () => {
      portal.set({ Autopay: true })
      await portal.db
        .insertInto('pay.stored_method')
        .values({
          method_id: 'm1',
          member_number: '10001',
          token: Buffer.from('sealed'),
          payment_type: 'cc',
          last_four: '1111',
          added_at: portal.clock.now(),
        })
        .execute()
      await portal.db
        .insertInto('portal.autopay')
        .values({
          account_number: '100100101',
          member_number: '10001',
          method_id: 'm1',
          state: 'active',
          days_before: 3,
          event_id: 1,
          changed_at: portal.clock.now(),
        })
        .execute()
    })
    const change = async (enrollment: object) => portal.db.updateTable('portal.autopay').set(enrollment).execute()

    test('is shown with what is owed, and once it is announced with its amount and day', async () => {
      const url = await turnOn()
      expect(await charges(url)).toEqual([planned])
      const charge = {
        account_number: '100100101',
        due_date: calendarDate('2026-12-04'),
        member_number: '10001',
        method_id: 'm1',
        charge_on: calendarDate('2026-12-02'),
        amount: cents(10_000),
        state: 'waiting',
        link_hash: Buffer.from('hash'),
        announced_at: portal.clock.now(),
      } as const
      await portal.db.insertInto('portal.autopay_charge').values(charge).execute()
      expect(await charges(url)).toEqual([['AutoPay (Electric): $100.00 (account ending in 0101)', '2026-12-02']])
      await portal.db.updateTable('portal.autopay_charge').set({ state: 'stopped' }).execute()
      expect(await charges(url)).toEqual([])
    })

    test('is not shown above the limit, while paused, without a debt, after its day, or where AutoPay is off', async () => {
      const url = await turnOn()
      await change({ max_amount: cents(14_236) })
      expect(await charges(url)).toEqual([])
      await change({ max_amount: cents(14_237) })
      expect(await charges(url)).toEqual([planned])
      await change({ state: 'paused' })
      expect(await charges(url)).toEqual([])
      await change({ state: 'active' })
      portal.set({ Autopay: false })
      expect(await charges(url)).toEqual([])
      portal.set({ Autopay: true })
      portal.clock.set('2026-12-02T05:59:00Z')
      expect(await charges(url)).toEqual([planned])
      portal.clock.set('2026-12-02T06:00:00Z')
      expect(await charges(url)).toEqual([])
    })
  })

  test('today is the cooperative’s day: on the due date a bill is still due, the day after it is past due, without a reminder', async () => {
    const url = await turnOn()
    portal.clock.set('2026-12-05T05:59:00Z')
    expect((await oneEventAt(url)).summary).toContain('bill due:')
    portal.clock.set('2026-12-05T06:00:00Z')
    const past = await oneEventAt(url)
    expect(past.summary).toContain('bill past due:')
    expect(past.component.getFirstSubcomponent('valarm')).toBeNull()
  })

  test('the calendar has no accounts of other members, and no full account number', async () => {
    await seedAccount(portal.db, anAccount('100200777').of(ben))
    const loginId = await seedLogin(portal, { username: 'ben', memberNumber: '10002', email: 'ben@example.org' })
    const { body } = await fetchFeed(await turnOn())
    expect(withoutRandom(body)).not.toContain('0777')
    expect(body).not.toContain('100100101')
    const theirs = await seedSession(portal, loginId)
    const answer = await portal.call(calendar.turnOn, { ...theirs, params: { memberNumber: '10001' }, body: {} })
    expect(answer.statusCode).toBe(404)
  })

  test('lines end with CR LF and have 75 octets at most, in Spanish too', async () => {
    portal.set({ coopName: 'Cooperativa Eléctrica de la Pradera y del Río Niño, Sociedad de Miembros de Año Nuevo' })
    const { body } = await fetchFeed(await turnOn('es'))
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u)
    const lines = body.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(lines.some((line) => line.startsWith(' '))).toBe(true)
    expect((await oneEventAt(await turnOn('es'))).summary).toBe(
      'Vence su factura (Electricidad): $142.37 (cuenta que termina en 0101)',
    )
  })

  test('a text cannot add a line or an event of its own', async () => {
    portal.set({ coopName: 'Prairie\r\nEND:VCALENDAR\r\nX:;,\\' })
    const { body } = await fetchFeed(await turnOn())
    expect(body.match(/^END:VCALENDAR\r?$/gmu)).toHaveLength(1)
    expect(body).toContain(String.raw`NAME:Prairie END:VCALENDAR X:\;\,\\: due dates`)
  })

  test('60 accounts are 60 events, each with an id of its own', async () => {
    for (let place = 2; place <= 60; place += 1)
      await seedAccount(portal.db, anAccount(String(100_100_100 + place)).secondary())
    const ids = (await eventsAt(await turnOn())).map(({ uid }) => uid)
    expect(ids).toHaveLength(60)
    expect(new Set(ids).size).toBe(60)
  })
})

test('due dates of more than a year ago are deleted', async () => {
  const url = await turnOn()
  await oneEventAt(url)
  portal.clock.set('2028-01-09T12:00:00Z')
  await deleteExpired(portal.deps)
  expect(await portal.db.selectFrom('portal.calendar_entry').selectAll().execute()).toEqual([])
})

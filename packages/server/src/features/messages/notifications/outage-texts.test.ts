import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, expect, test } from 'vitest'
import { adasPhone, notifiedAda, outbox } from '../../../testing/notified.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { textFromPhone } from '../../../testing/text-from-phone.ts'
import { seedContact } from './notifications.fixtures.ts'

const portal = useTestPortal()
beforeEach(async () => {
  await notifiedAda(portal)
  portal.set({ Outage: true, phoneNumber: '(715) 555-0100', timeZone: 'America/Chicago' })
  await seedContact(portal, { channel: 'text', value: adasPhone })
})

const stranger = '7155550999'
const text = async (sent: string, eventId?: string, from?: string) =>
  (await textFromPhone(portal, sent, eventId, from)).json<{ understood: string }>().understood
const answers = async () => (await outbox(portal)).map(({ recipient, text: body }) => [recipient, body])
const lastAnswer = async () => (await answers()).at(-1)?.[1]
const reports = async () => {
  const events = portal.db.selectFrom('outbox.event').select(['account_number', 'body'])
  return (await events.where('kind', '=', 'outage.reported').execute()).map(({ account_number, body }) => [
    account_number,
    body,
  ])
}
const setOutage = async (restored_at: Date | null) =>
  portal.db.insertInto('cis.outage').values({ account_number: '100100101', is_out: true, restored_at }).execute()
const secondAccount = async (account_number = '100100202') =>
  seedAccount(portal.db, anAccount(account_number).secondary().with({ location_id: 'L2' }))

test('OUT from a verified number reports the outage like the page does, and is answered once', async () => {
  expect(await text('Out', 't.1')).toBe('out')
  expect(await text('Out', 't.1')).toBe('out')
  expect(await reports()).toEqual([
    [
      '100100101',
      {
        memberNumber: '10001',
        accountNumber: '100100101',
        locationId: 'L1',
        reportedAt: '2026-11-20T15:00:00.000Z',
        outageReason: 'The power is out',
        callBack: false,
        callbackNumber: '',
        remarks: '',
        outageReportOrigin: 'Text',
      },
    ],
  ])
  expect(await answers()).toEqual([
    [
      adasPhone,
      'Prairie Ridge: We received your outage report for the account ending in 0101. Stay away from downed power lines. Reply STATUS for updates.',
    ],
  ])
  const audit = portal.db.selectFrom('portal.audit').select('account_number').where('kind', '=', 'outage.reported')
  expect(await audit.execute()).toEqual([{ account_number: '100100101' }])
})

test('the same message delivered again after an outage began changes nothing', async () => {
  await text('STATUS', 't.1')
  await setOutage(null)
  await text('STATUS', 't.1')
  expect(await answers()).toEqual([
    [adasPhone, 'Prairie Ridge: We show no outage for the account ending in 0101. Reply OUT to report one.'],
  ])
})

test('STATUS answers with the report, then with the outage and its estimate', async () => {
  await text('OUT')
  portal.clock.advance(60)
  await text('STATUS')
  expect(await lastAnswer()).toMatch(
    /You reported an outage at 9:00\sAM for the account ending in 0101\. We are checking it\.$/u,
  )
  await setOutage(new Date('2026-11-20T22:30:00Z'))
  await text('STATUS')
  expect(await lastAnswer()).toMatch(
    /^Prairie Ridge: We know about the outage for the account ending in 0101\. Power should be back by 4:30\sPM\.$/u,
  )
  portal.clock.set('2026-11-20T23:00:00Z')
  await text('STATUS')
  expect(await lastAnswer()).toMatch(/Power should have been back by 4:30\sPM\. We are working on a new estimate\.$/u)
})

test.each(['outage', 'Power out', 'my power is out', 'no power', 'sin luz', 'OUT please'])(
  '%s reports the outage',
  async (sent) => {
    expect(await text(sent)).toBe('out')
    expect(await reports()).toHaveLength(1)
  },
)

test('a message about power that says more is answered with what to send, three times a day', async () => {
  for (let sent = 0; sent < 5; sent += 1)
    expect(await text('Half of my house lost power at noon, when is it back?')).toBe('nothing')
  const answer = [
    adasPhone,
    'Prairie Ridge: Reply OUT to report an outage or STATUS to check one. Call (715) 555-0100.',
  ]
  expect(await answers()).toEqual([answer, answer, answer])
  expect(await reports()).toEqual([])
})

test('a member of more accounts than a text has room for is asked with some of their endings', async () => {
  for (let last = 10; last < 20; last += 1)
    await seedAccount(
      portal.db,
      anAccount(`1001002${last}`)
        .secondary()
        .with({ location_id: `L${last}` }),
    )
  await text('OUT')
  expect(await lastAnswer()).toMatch(/: 0101, 0210, 0211, 0212, 0213, 0214, 0215, 0216, \.\.\.\.$/u)
})

test('OUT during a known outage reports nothing', async () => {
  await setOutage(null)
  await text('OUT')
  expect(await reports()).toEqual([])
  expect(await lastAnswer()).toContain('We do not know yet when power will be back.')
})

test('a number with several accounts is asked which one, and its ending chooses', async () => {
  await secondAccount()
  await text('OUT')
  expect(await reports()).toEqual([])
  expect(await lastAnswer()).toBe('Prairie Ridge: Which account? Reply OUT and the ending of its number: 0101, 0202.')
  await text('OUT 9999')
  expect(await lastAnswer()).toContain('Which account?')
  await text('OUT 02')
  expect(await lastAnswer()).toContain('Which account?')
  await text('OUT 0202')
  expect((await reports()).map(([account]) => account)).toEqual(['100100202'])
})

test('accounts with the same last four digits are distinguished by more digits', async () => {
  await secondAccount('100190101')
  await text('STATUS')
  expect(await lastAnswer()).toContain(': 00101, 90101.')
  await text('STATUS 90101')
  expect(await lastAnswer()).toContain('We show no outage for the account ending in 90101.')
})

test('the answer is in the language of the member', async () => {
  await portal.db.updateTable('portal.login').set({ language: 'es' }).execute()
  await text('corte')
  expect(await lastAnswer()).toMatch(/^Prairie Ridge: Recibimos su reporte .* Responda ESTADO para ver novedades\.$/u)
  await text('ayuda')
  expect(await lastAnswer()).toMatch(/Responda CORTE para reportar un corte de luz o ESTADO para consultarlo\.$/u)
  await setOutage(new Date('2026-11-20T22:30:00Z'))
  await text('estado')
  // The abbreviation ends the sentence.
  expect(await lastAnswer()).toMatch(/a más tardar a esta hora: 4:30\sp\.\s?m\.$/u)
})

test('an account without service is not reported, and the answer says whom to call', async () => {
  await portal.db.updateTable('cis.account').set({ derived_status: 'Disconnected' }).execute()
  await text('OUT')
  expect(await reports()).toEqual([])
  expect(await lastAnswer()).toBe(
    'Prairie Ridge: You cannot report an outage for the account ending in 0101. Call (715) 555-0100.',
  )
})

test('an unknown number gets one plain answer a day, and reports nothing', async () => {
  for (const sent of ['OUT', 'STATUS', 'OUT 0101']) await text(sent, undefined, stranger)
  const answer =
    'Prairie Ridge: We do not know this phone number. To report an outage by text, sign in and verify it under Contacts. Call (715) 555-0100.'
  expect(await answers()).toEqual([[stranger, answer]])
  portal.clock.advance(86_400)
  await text('OUT', undefined, stranger)
  expect(await answers()).toEqual([
    [stranger, answer],
    [stranger, answer],
  ])
  expect(await reports()).toEqual([])
})

test('a number that is not verified counts as unknown, also when it is on file', async () => {
  await portal.db.updateTable('portal.contact').set({ verified_at: null }).execute()
  await text('OUT')
  await text('OUT', undefined, '7155554821')
  expect((await answers()).map(([, body]) => body?.slice(0, 49))).toEqual([
    'Prairie Ridge: We do not know this phone number. ',
    'Prairie Ridge: We do not know this phone number. ',
  ])
  expect(await reports()).toEqual([])
})

test('a number that sent STOP reports its outage and gets no answer', async () => {
  await text('STOP')
  await text('OUT')
  await text('STATUS')
  expect(await reports()).toHaveLength(1)
  expect(await answers()).toHaveLength(1)
})

test('one number gets twenty answers an hour', async () => {
  for (let sent = 0; sent < 25; sent += 1) await text('STATUS')
  expect(await answers()).toHaveLength(20)
  portal.clock.advance(3_600)
  await text('STATUS')
  expect(await answers()).toHaveLength(21)
})

test('without the feature Outage the words mean nothing', async () => {
  portal.set({ Outage: false })
  expect(await text('OUT')).toBe('nothing')
  expect(await answers()).toEqual([])
})

import type { AnswerOf } from '@coopline/contract/endpoint'
import { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import type { Topic } from '@coopline/rules/messages/notifications/topics'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { deliverMessages } from '../../../platform/messages/deliver-messages.job.ts'
import type { WaitingMessage } from '../../../platform/messages/message.store.ts'
import { lockContactsOf } from './contacts.store.ts'
import { findRecipient } from '../../../platform/notices/notice.store.ts'
import { deleteExpired } from '../../../platform/retention/delete-expired.job.ts'
import { seedContact, unsubscribeLinkOf } from './notifications.fixtures.ts'
import { findInDatabase } from '../../../testing/find-in-database.ts'
import { adasPhone, notifiedAda, outbox, recorded, textsToAda, turnOff } from '../../../testing/notified.ts'
import { type testSigningKey, useTestPortal } from '../../../testing/test-portal.ts'
import { textFromPhone } from '../../../testing/text-from-phone.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'

const portal = useTestPortal()
const ada = useFresh(async () => notifiedAda(portal))

const linkOf = async (topic: Topic = 'bill-ready') =>
  unsubscribeLinkOf(portal, { memberNumber: '10001', about: '100100101', topic })
const goesByEmail = async () => (await findRecipient(portal.db, '10001', '100100101', 'bill-ready'))?.email !== null

describe('one click in a mail program', () => {
  const click = async (link: URL, payload = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
    portal.inject({
      method: 'POST',
      url: link.pathname + link.search,
      headers: { host: link.host, 'content-type': type },
      payload,
    })

  test('ends emails of that kind about that account without sign-in, and a repetition changes nothing', async () => {
    const link = await linkOf()
    expect((await click(link)).statusCode).toBe(200)
    expect(await goesByEmail()).toBe(false)
    expect((await click(link)).statusCode).toBe(200)
    expect((await findRecipient(portal.db, '10001', '100100101', 'due-soon'))?.email).not.toBeNull()
    const { events, audit } = await recorded(portal)
    expect(events).toMatchObject([{ kind: 'notifications.unsubscribed', account_number: '100100101' }])
    expect(audit).toEqual(['notifications.unsubscribed'])
  })

  test('one click in a mail program is understood as multipart too', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    expect((await click(await linkOf(), part, 'multipart/form-data; boundary=b')).statusCode).toBe(200)
    expect(await goesByEmail()).toBe(false)
  })

  test('looking at the address changes nothing', async () => {
    const link = await linkOf()
    await portal.inject({ method: 'GET', url: link.pathname + link.search, headers: { host: link.host } })
    await portal.inject({ method: 'HEAD', url: link.pathname + link.search, headers: { host: link.host } })
    expect(await goesByEmail()).toBe(true)
  })

  test('rejects unknown links and forms without the one-click pair', async () => {
    const link = await linkOf()
    for (const token of ['A'.repeat(32), `${link.searchParams.get('token')}A`, 'x', "'", '%00']) {
      const unknown = new URL(link)
      unknown.searchParams.set('token', token)
      expect((await click(unknown)).statusCode).toBe(400)
    }
    expect((await click(link, 'x=1')).statusCode).toBe(400)
    expect((await click(link, '{}', 'application/json')).statusCode).toBe(415)
    expect(await goesByEmail()).toBe(true)
  })

  test('stores only the hash of the 32 random characters that a link carries', async () => {
    const id = (await linkOf()).searchParams.get('token') ?? ''
    expect(id).toMatch(/^[\w-]{32}$/u)
    expect((await linkOf()).searchParams.get('token')).not.toBe(id)
    expect(await findInDatabase(portal.database, [id])).toEqual([])
  })

  test('a link works for 400 days and is deleted after that', async () => {
    const link = await linkOf()
    portal.clock.advance(400 * 86_400 - 1)
    await deleteExpired(portal.deps)
    expect((await click(link)).statusCode).toBe(200)
    portal.clock.advance(1)
    expect((await click(link)).statusCode).toBe(400)
    portal.clock.advance(1)
    await deleteExpired(portal.deps)
    expect(await portal.db.selectFrom('portal.unsubscribe_link').selectAll().execute()).toEqual([])
  })

  test('no link can turn off notices about the login', async () => {
    expect((await click(await linkOf('security'))).statusCode).toBe(400)
  })
})

describe('the page that asks', () => {
  test('says what it ends and acts only on a confirmed request', async () => {
    const token = (await linkOf()).searchParams.get('token')
    const about = { topic: 'bill-ready', accountEnding: '0101' }
    const looked = await portal.call(notifications.checkUnsubscribe, { body: { token } })
    expect(looked.json()).toEqual({ ...about, isOn: true, canUndo: false })
    expect(await goesByEmail()).toBe(true)
    const done = await portal.call(notifications.unsubscribe, { body: { token } })
    expect(done.json()).toEqual({ ...about, isOn: false, canUndo: true })
    expect(await goesByEmail()).toBe(false)
    const broken = await portal.call(notifications.checkUnsubscribe, { body: { token: 'nothing' } })
    expect(broken.json()).toMatchObject({ status: 400, errors: [{ code: 'link-not-good' }] })
  })

  test('restores with the same link what it turned off, leaves texts unchanged, and reports both [REQ-D-333]', async () => {
    await textsToAda(portal, ['bill-ready'])
    const token = (await linkOf()).searchParams.get('token')
    const other = (await linkOf()).searchParams.get('token')
    await portal.call(notifications.unsubscribe, { body: { token } })
    expect((await portal.call(notifications.checkUnsubscribe, { body: { token } })).json()).toMatchObject({
      canUndo: true,
    })
    const elsewhere = await portal.call(notifications.undoUnsubscribe, { body: { token: other } })
    expect(elsewhere.json()).toMatchObject({ isOn: false, canUndo: false })
    for (const _twice of [1, 2]) {
      const undone = await portal.call(notifications.undoUnsubscribe, { body: { token } })
      expect(undone.json()).toMatchObject({ isOn: true, canUndo: false })
    }
    const recipient = await findRecipient(portal.db, '10001', '100100101', 'bill-ready')
    expect(recipient).toMatchObject({ email: 'ada.lindqvist@example.org', phone: adasPhone })
    const { events, audit } = await recorded(portal)
    expect(events.map(({ kind }) => kind)).toEqual(['notifications.unsubscribed', 'notifications.resubscribed'])
    expect(audit).toEqual(['notifications.unsubscribed', 'notifications.resubscribed'])
  })

  test('undoes nothing that the member chose since, and nothing with an expired link [REQ-D-333]', async () => {
    const token = (await linkOf()).searchParams.get('token')
    await portal.call(notifications.unsubscribe, { body: { token } })
    portal.clock.advance(60)
    await turnOff(portal, 'bill-ready')
    const undone = await portal.call(notifications.undoUnsubscribe, { body: { token } })
    expect(undone.json()).toMatchObject({ isOn: false, canUndo: false })
    expect(await goesByEmail()).toBe(false)
    portal.clock.advance(400 * 86_400)
    expect((await portal.call(notifications.undoUnsubscribe, { body: { token } })).statusCode).toBe(400)
  })
})

describe('answers to text messages', () => {
  const answer = async (text: string, eventId?: string, from?: string, key?: typeof testSigningKey) =>
    textFromPhone(portal, text, eventId, from, key)
  const goesByText = async (topic: 'bill-ready' | 'outage' = 'bill-ready') =>
    (await findRecipient(portal.db, '10001', '100100101', topic))?.phone === adasPhone
  const texts = async () => (await outbox(portal)).map(({ text }) => text)

  test('STOP ends all texts to that number with one reply, and it gets no code until it replies START', async () => {
    await textsToAda(portal, ['bill-ready', 'outage'])
    await portal.database.runScript(`
      insert into outbox.message (dedupe_key, channel, recipient, subject, body_text, language, created_at)
      values ('waiting', 'text', '${adasPhone}', '', 'Waits', 'en', now())`)
    expect((await answer('Stop', 't.1')).json()).toEqual({ understood: 'stop' })
    await answer('Stop', 't.1')
    expect([await goesByText(), await goesByText('outage')]).toEqual([false, false])
    expect(await texts()).toEqual([
      'Prairie Ridge: You will not get any more texts from us. Reply START to allow them again.',
    ])
    const { events, audit } = await recorded(portal)
    expect(events).toMatchObject([{ kind: 'notifications.texts-stopped', account_number: '100100101' }])
    expect(audit).toEqual(['notifications.texts-stopped', 'notifications.phone-stopped'])
    const { memberNumber, bearer, cookie } = ada
    const own = { params: { memberNumber }, bearer, cookie }
    const contacts = (await portal.call(notifications.contacts, own)).json<AnswerOf<typeof notifications.contacts>>()
    expect(contacts.contacts[1]).toMatchObject({ value: adasPhone, isStopped: true })
    const contactId = contacts.contacts[1]?.id ?? ''
    const code = async () =>
      portal.call(notifications.sendCode, { ...own, params: { memberNumber, contactId }, body: {} })
    expect((await code()).json()).toMatchObject({ status: 400, errors: [{ code: 'phone-stopped' }] })
    expect((await answer('START')).json()).toEqual({ understood: 'start' })
    expect((await code()).statusCode).toBe(200)
    // An ended choice stays off until the member chooses it again.
    expect(await goesByText()).toBe(false)
  })

  test('a code whose number sends STOP before the code is written is not sent; replies are', async () => {
    const { memberNumber, bearer, cookie } = ada
    const code = await inTransaction(portal.db, async (tx) => {
      // A code is written once the contacts are locked.
      await lockContactsOf(tx, memberNumber)
      const sent = portal.call(notifications.addContact, {
        params: { memberNumber },
        bearer,
        cookie,
        body: { channel: 'text', value: adasPhone },
      })
      await untilWaiting(portal.db)
      await answer('STOP')
      return { sent }
    })
    expect((await code.sent).statusCode).toBe(200)
    await answer('HELP')
    const sent: string[] = []
    const send = async ({ bodyText }: WaitingMessage) => void sent.push(bodyText)
    expect(await deliverMessages(portal.deps, { email: null, text: send })).toEqual({ sent: 2, failed: 0 })
    expect(sent).toEqual([
      'Prairie Ridge: You will not get any more texts from us. Reply START to allow them again.',
      expect.stringContaining('Prairie Ridge'),
    ])
  })

  test('STOP BILL ends texts about bills and no others, for every member who has the number', async () => {
    await textsToAda(portal, ['bill-ready', 'outage'])
    await answer('stop bill')
    expect([await goesByText(), await goesByText('outage')]).toEqual([false, true])
    expect(await texts()).toEqual([
      'Prairie Ridge: You will not get any more texts about bills. Reply STOP to end all texts.',
    ])
  })

  test('STOP from one number does not affect other numbers', async () => {
    await textsToAda(portal, ['bill-ready'])
    await answer('STOP', undefined, '7155550999')
    expect(await goesByText()).toBe(true)
  })

  test('HELP is answered with what this is and how to end it, in the language of who confirmed the number', async () => {
    portal.set({ phoneNumber: '(715) 555-0100' })
    await portal.db.updateTable('portal.login').set({ language: 'es' }).execute()
    await seedContact(portal, { channel: 'text', value: adasPhone })
    expect((await answer('ayuda')).json()).toEqual({ understood: 'help' })
    expect((await texts())[0]).toMatch(/Avisos de su cuenta\. Responda ALTO .*Llame al \(715\) 555-0100/u)
  })

  test('anything else is taken and not answered', async () => {
    expect((await answer('Thanks!')).json()).toEqual({ understood: 'nothing' })
    expect(await outbox(portal)).toEqual([])
  })

  test('a call that the text-message service did not sign is refused and changes nothing', async () => {
    await textsToAda(portal, ['bill-ready'])
    const stranger = { kid: 'x', secret: new Uint8Array(32).fill(9) }
    expect((await answer('STOP', 't.2', adasPhone, stranger)).statusCode).toBe(401)
    expect(await goesByText()).toBe(true)
  })
})

test('a notice for an unverified or changed contact is sent to the address of the login instead, and not as a text', async () => {
  const phone = await textsToAda(portal, ['bill-ready'])
  await inTransaction(portal.db, async (tx) =>
    tx.updateTable('portal.contact').set({ verified_at: null }).where('contact_id', '=', phone).execute(),
  )
  expect(await findRecipient(portal.db, '10001', '100100101', 'bill-ready')).toMatchObject({
    email: 'ada.lindqvist@example.org',
    phone: null,
  })
})

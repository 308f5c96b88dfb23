import type { AnswerOf, Endpoint } from '@coopline/contract/endpoint'
import { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import { anAccount, bensAccount } from '@coopline/testing/builders/account'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { seedContact } from './notifications.fixtures.ts'
import { notifiedAda, outbox, recorded } from '../../../testing/notified.ts'
import { openSealedCode } from '../../../testing/read-code.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin, seedSession, type SignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal()
let ada: SignedIn
beforeEach(async () => {
  ada = await notifiedAda(portal)
})

const call = async (endpoint: Endpoint, body?: unknown, contactId?: string, who = ada) => {
  const { memberNumber, bearer, cookie } = who
  return portal.call(endpoint, {
    params: { memberNumber, ...(contactId === undefined ? {} : { contactId }) },
    bearer,
    cookie,
    body,
  })
}
const add = async (value: string, channel = 'text') => call(notifications.addContact, { channel, value })
const added = async (value: string, channel = 'text') =>
  (await add(value, channel)).json<AnswerOf<typeof notifications.addContact>>().contact.id
const verify = async (id: string, code: string) => call(notifications.verifyContact, { code }, id)
const list = async () => (await call(notifications.contacts)).json<AnswerOf<typeof notifications.contacts>>().contacts
const codes = (answer: LightMyRequestResponse) =>
  answer.json<{ errors: { code: string; field?: string }[] }>().errors.map(({ code, field }) => [code, field])

describe('a contact', () => {
  test('the address of the login is there from the start, confirmed', async () => {
    expect(await list()).toEqual([
      { id: 'login', channel: 'email', value: 'ada.lindqvist@example.org', isVerified: true, isStopped: false },
    ])
  })

  test('a phone is added unconfirmed, and confirmed by the code that was texted to it', async () => {
    const id = await added('(715) 555-0123')
    expect((await list())[1]).toMatchObject({ id, channel: 'text', value: '7155550123', isVerified: false })
    const sent = (await outbox(portal)).find(({ channel }) => channel === 'text')
    expect(sent).toMatchObject({ recipient: '7155550123' })
    expect((await verify(id, await openSealedCode(portal))).json()).toMatchObject({ contact: { isVerified: true } })
    expect((await list())[1]?.isVerified).toBe(true)
  })

  test('the code is neither in the outbox nor in the table that it can be read by: sealed there, hashed here [SEC-69]', async () => {
    await added('7155550123')
    const code = await openSealedCode(portal)
    const messages = (await outbox(portal)).map(({ kept }) => kept)
    const kept = await portal.db.selectFrom('portal.verification_code').selectAll().execute()
    expect(code).toMatch(/^\d{6}$/u)
    expect(JSON.stringify([messages, kept])).not.toContain(code)
    expect(portal.logLines.join('')).not.toContain(code)
  })

  test('every change of contacts is reported to the cooperative, audited and mailed to the address of the login', async () => {
    const id = await added('ada.works@example.org', 'email')
    await verify(id, await openSealedCode(portal))
    await call(notifications.changeContact, { value: 'ada.home@example.org' }, id)
    await call(notifications.removeContact, undefined, id)
    const kinds = ['added', 'confirmed', 'changed', 'removed'].map((what) => `notifications.contact-${what}`)
    const { events, audit } = await recorded(portal)
    expect(events.map(({ kind }) => kind)).toEqual(kinds)
    expect(events.every(({ account_number }) => account_number === '100100101')).toBe(true)
    expect(audit).toEqual(kinds)
    const notices = (await outbox(portal)).filter(({ recipient }) => recipient === 'ada.lindqvist@example.org')
    expect(notices.map(({ subject }) => subject)).toEqual([
      'A contact was added',
      'A contact was changed',
      'A contact was deleted',
    ])
  })

  test('a changed contact must be verified again, and the code for its previous value is invalid', async () => {
    const id = await added('7155550123')
    const former = await openSealedCode(portal)
    await call(notifications.changeContact, { value: '7155550999' }, id)
    expect(codes(await verify(id, former))).toEqual([['code-not-good', 'code']])
    expect((await list())[1]).toMatchObject({ value: '7155550999', isVerified: false })
    expect((await verify(id, await openSealedCode(portal))).statusCode).toBe(200)
  })

  test('an invalid or repeated address or number is refused with its field', async () => {
    expect(codes(await add('1'))).toEqual([['phone-not-valid', 'value']])
    expect(codes(await add('ada', 'email'))).toEqual([['email-not-valid', 'value']])
    expect((await add(' Ada.Lindqvist@example.org ', 'email')).statusCode).toBe(409)
    await added('7155550123')
    expect((await add('+1 715 555 0123')).statusCode).toBe(409)
  })

  test('there are ten at most', async () => {
    for (let n = 0; n < 10; n += 1) await seedContact(portal, { value: `ada${n}@example.org` })
    expect(codes(await add('7155550123'))).toEqual([['too-many-contacts', undefined]])
  })

  test('a phone is not offered where no texts are sent', async () => {
    portal.set({ smsEnabled: false })
    expect(codes(await add('7155550123'))).toEqual([['text-not-offered', 'value']])
  })
})

describe('limits', () => {
  test('five wrong codes invalidate a code, also for the right one', async () => {
    const id = await added('7155550123')
    const code = await openSealedCode(portal)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n += 1) expect(codes(await verify(id, wrong))).toEqual([['code-not-good', 'code']])
    expect(codes(await verify(id, code))).toEqual([['code-not-good', 'code']])
  })

  test('a code works once, for two hours', async () => {
    const id = await added('7155550123')
    const code = await openSealedCode(portal)
    expect((await verify(id, code)).statusCode).toBe(200)
    expect((await verify(id, code)).statusCode).toBe(400)
    await call(notifications.sendCode, {}, id)
    const second = await openSealedCode(portal)
    portal.clock.advance(2 * 3600)
    ada = await seedSession(portal, await loginId())
    expect((await verify(id, second)).statusCode).toBe(400)
  })

  test('three codes leave in fifteen minutes for one member; then it is 429 and nothing is added', async () => {
    for (const last of ['1', '2', '3']) expect((await add(`715555012${last}`)).statusCode).toBe(200)
    expect((await add('7155550124')).statusCode).toBe(429)
    expect(await list()).toHaveLength(4)
    portal.clock.advance(901)
    ada = await seedSession(portal, await loginId())
    expect((await add('7155550124')).statusCode).toBe(200)
  })

  test('one number is sent five codes a day at most, from however many logins', async () => {
    const others: SignedIn[] = []
    for (let n = 0; n < 6; n += 1) {
      const memberNumber = `2000${n}`
      await seedAccount(portal.db, anAccount(`20010010${n}`).of({ memberNumber }))
      others.push(await seedSession(portal, await seedLogin(portal, { username: `user.${n}xx`, memberNumber })))
    }
    const statuses = []
    for (const who of others)
      statuses.push(
        (await call(notifications.addContact, { channel: 'text', value: '7155550123' }, undefined, who)).statusCode,
      )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

const loginId = async () =>
  (
    await portal.db
      .selectFrom('portal.login')
      .select('login_id')
      .where('member_number', '=', '10001')
      .executeTakeFirstOrThrow()
  ).login_id

test('another member’s contact is answered like one that does not exist, by every call, and stays unchanged [SEC-33]', async () => {
  await seedAccount(portal.db, bensAccount)
  const theirs = await seedContact(portal, { memberNumber: '10002', value: 'ben@example.org', isVerified: false })
  const nobodys = '00000000-0000-4000-8000-000000000000'
  for (const [endpoint, body] of [
    [notifications.changeContact, { value: 'evil@example.org' }],
    [notifications.sendCode, {}],
    [notifications.verifyContact, { code: '123456' }],
    [notifications.removeContact, undefined],
  ] as const) {
    const answers = [await call(endpoint, body, theirs), await call(endpoint, body, nobodys)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  }
  const row = await portal.db.selectFrom('portal.contact').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ value: 'ben@example.org', verified_at: null })
  expect((await recorded(portal)).audit).toHaveLength(8)
  expect(await outbox(portal)).toEqual([])
})

test('contacts are refused where neither notifications nor contacts alone are offered', async () => {
  portal.set({ allowSubscribeForNotification: false })
  expect((await call(notifications.contacts)).statusCode).toBe(403)
  portal.set({ whecEnabled: true })
  expect((await call(notifications.contacts)).statusCode).toBe(200)
})

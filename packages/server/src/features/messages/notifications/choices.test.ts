import type { AnswerOf } from '@coopline/contract/endpoint'
import {
  type NotificationChoices,
  notifications,
} from '@coopline/contract/messages/notifications/notifications.contract'
import { anAccount, bensAccount } from '@coopline/testing/builders/account'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { seedContact } from './notifications.fixtures.ts'
import { notifiedAda, recorded } from '../../../testing/notified.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { benSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal()
const ada = useFresh(async () => notifiedAda(portal))

type Settings = AnswerOf<typeof notifications.settings>
const named = (accountNumber = '100100101') => {
  const { memberNumber, bearer, cookie } = ada
  return { params: { memberNumber, accountNumber }, bearer, cookie }
}
const load = async (accountNumber?: string) => portal.call(notifications.settings, named(accountNumber))
const save = async (body: NotificationChoices, accountNumber?: string) =>
  portal.call(notifications.save, { ...named(accountNumber), body })
const chosen = (over: { account?: object; login?: object } = {}): NotificationChoices => ({
  account: { emailContactId: 'login', textContactId: null, choices: [], ...over.account },
  login: { textContactId: null, choices: [], ...over.login },
})
const codes = (answer: LightMyRequestResponse) =>
  answer.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code)

describe('what is offered', () => {
  test('the topics that features cause are on by email and off by text by default', async () => {
    const { account, login, contacts, textOffered } = (await load()).json<Settings>()
    expect(account.choices.map(({ topic }) => topic)).toEqual([
      'bill-ready',
      'due-soon',
      'past-due',
      'payment-received',
      'payment-failed',
      'payment-returned',
      'draft-changed',
      'autopay',
      'card-expiring',
      'usage-threshold',
      'outage',
      'restored',
    ])
    expect(login.choices).toEqual([{ topic: 'security', byEmail: true, byText: false }])
    expect(account.choices.every(({ byEmail, byText }) => byEmail && !byText)).toBe(true)
    expect([account.emailContactId, account.textContactId, textOffered]).toEqual(['login', null, true])
    expect(contacts).toHaveLength(1)
  })

  test('no outages without the feature', async () => {
    portal.set({ Outage: false })
    const { account } = (await load()).json<Settings>()
    expect(account.choices.map(({ topic }) => topic)).not.toContain('outage')
  })

  test('nothing without Notifications or allowSubscribeForNotification [ST-29]', async () => {
    for (const off of [{ Notifications: false }, { Notifications: true, allowSubscribeForNotification: false }]) {
      portal.set(off)
      expect((await load()).statusCode).toBe(403)
      expect((await save(chosen())).statusCode).toBe(403)
    }
  })
})

describe('saving', () => {
  test('keeps what was chosen for that account, with one event and one entry in the audit', async () => {
    await seedAccount(portal.db, anAccount('100100102').secondary())
    const phone = await seedContact(portal, { channel: 'text', value: '7155550123' })
    const work = await seedContact(portal)
    const choices = [
      { topic: 'bill-ready', byEmail: false, byText: true },
      { topic: 'outage', byEmail: true, byText: true },
    ]
    const answer = await save(
      chosen({
        account: { emailContactId: work, textContactId: phone, choices },
        login: { textContactId: phone, choices: [{ topic: 'security', byEmail: true, byText: true }] },
      }),
    )
    expect(answer.statusCode).toBe(200)
    const settings = (await load()).json<Settings>()
    expect(answer.json()).toEqual(settings)
    expect(settings.account).toMatchObject({ emailContactId: work, textContactId: phone })
    expect(settings.account.choices.filter(({ byText }) => byText)).toEqual(choices)
    expect(settings.login).toEqual({
      textContactId: phone,
      choices: [{ topic: 'security', byEmail: true, byText: true }],
    })
    const other = (await load('100100102')).json<Settings>()
    expect(other.account).toMatchObject({ emailContactId: 'login', textContactId: null })
    expect(other.login).toEqual(settings.login)
    const { events, audit } = await recorded(portal)
    expect(events).toMatchObject([{ kind: 'notifications.changed', account_number: '100100101' }])
    expect(audit).toEqual(['notifications.changed'])
  })

  test('refuses at once all that is wrong, and keeps nothing of it', async () => {
    const unconfirmed = await seedContact(portal, { channel: 'text', value: '7155550123', isVerified: false })
    const answer = await save(
      chosen({
        account: {
          textContactId: unconfirmed,
          choices: [
            { topic: 'bill-ready', byEmail: false, byText: false },
            { topic: 'security', byEmail: true, byText: false },
          ],
        },
        login: { choices: [{ topic: 'security', byEmail: false, byText: true }] },
      }),
    )
    expect(answer.statusCode).toBe(400)
    expect(codes(answer)).toEqual(['topic-not-offered', 'security-by-email', 'phone-missing', 'contact-not-usable'])
    expect((await load()).json<Settings>().account.choices[0]?.byEmail).toBe(true)
    expect(await recorded(portal)).toEqual({ events: [], audit: [] })
  })

  test('a contact of the wrong kind, or of another member, is refused', async () => {
    const theirs = await seedContact(portal, { memberNumber: '10002', channel: 'text', value: '7155550123' })
    const address = await seedContact(portal)
    for (const textContactId of [theirs, address])
      expect(codes(await save(chosen({ account: { textContactId } })))).toEqual(['contact-not-usable'])
  })

  test('a deleted phone ends its texts; a deleted address leads back to that of the login', async () => {
    const [phone, work] = [
      await seedContact(portal, { channel: 'text', value: '7155550123' }),
      await seedContact(portal),
    ]
    const choices = [{ topic: 'bill-ready', byEmail: true, byText: true }]
    await save(chosen({ account: { emailContactId: work, textContactId: phone, choices } }))
    for (const contactId of [phone, work])
      await portal.call(notifications.removeContact, { ...named(), params: { memberNumber: '10001', contactId } })
    const { account } = (await load()).json<Settings>()
    expect(account).toMatchObject({ emailContactId: 'login', textContactId: null })
    expect(account.choices.some(({ byText }) => byText)).toBe(false)
  })
})

describe('saving with an old proof', () => {
  const statuses = async (...changes: readonly NotificationChoices[]) => {
    const answers: string[] = []
    for (const change of changes) {
      const { statusCode, body } = await save(change)
      answers.push(body.includes('step-up-required') ? 'proof' : String(statusCode))
    }
    return answers
  }
  const turned = (topic: 'payment-failed' | 'bill-ready', byEmail: boolean, byText: boolean) => ({
    choices: [{ topic, byEmail, byText }],
  })

  test('turns messages on and those of bills off, and ends none about money [REQ-D-463, SEC-72]', async () => {
    const phone = await seedContact(portal, { channel: 'text', value: '7155550123' })
    const texts = { textContactId: phone }
    const security = (byText: boolean) => ({ ...texts, choices: [{ topic: 'security', byEmail: true, byText }] })
    portal.clock.advance(601)
    expect(
      await statuses(
        chosen({ account: { ...texts, ...turned('payment-failed', true, true) }, login: security(true) }),
        chosen({ account: { ...texts, ...turned('bill-ready', false, false) }, login: texts }),
        chosen({ account: { ...texts, ...turned('payment-failed', false, true) }, login: texts }),
        chosen({ account: { ...texts, ...turned('payment-failed', true, false) }, login: texts }),
        chosen({ account: texts, login: security(false) }),
        chosen({ account: { textContactId: null }, login: texts }),
      ),
    ).toEqual(['200', '200', 'proof', 'proof', 'proof', 'proof'])
    const { account, login } = (await load()).json<Settings>()
    expect(account.choices.find(({ topic }) => topic === 'payment-failed')).toMatchObject({
      byEmail: true,
      byText: true,
    })
    expect(login.choices).toEqual([{ topic: 'security', byEmail: true, byText: true }])
    expect((await recorded(portal)).audit).toEqual(['notifications.changed', 'notifications.changed'])
  })

  test('moves no message to another contact [REQ-D-463, SEC-72]', async () => {
    const work = await seedContact(portal)
    const phone = await seedContact(portal, { channel: 'text', value: '7155550123' })
    const other = await seedContact(portal, { channel: 'text', value: '7155550124' })
    const texts = { textContactId: phone }
    await save(chosen({ account: { ...texts, ...turned('bill-ready', true, true) } }))
    portal.clock.advance(601)
    expect(
      await statuses(
        chosen({ account: { ...texts, emailContactId: work } }),
        chosen({ account: { textContactId: other } }),
        chosen({ account: texts, login: { textContactId: other } }),
      ),
    ).toEqual(['proof', 'proof', '200'])
    expect((await load()).json<Settings>().account).toMatchObject({ emailContactId: 'login', textContactId: phone })
  })
})

test('another member’s account is answered like one that does not exist, and audited [SEC-33]', async () => {
  await seedAccount(portal.db, bensAccount)
  for (const accountNumber of ['100200101', '999999999']) {
    expect((await load(accountNumber)).statusCode).toBe(404)
    expect((await save(chosen(), accountNumber)).statusCode).toBe(404)
  }
  expect((await recorded(portal)).audit).toEqual(Array.from({ length: 4 }, () => 'access.foreign-refused'))
})

test('a member who changed the choices a hundred times in an hour waits; another member does not', async () => {
  const { memberNumber } = ada
  const count = { kind: 'notifications.save', subject: memberNumber, windowSeconds: 3_600, limit: 100 }
  for (let changes = 0; changes < 99; changes += 1) await recordAttempt(portal.db, count, portal.clock.now())
  expect((await save(chosen())).statusCode).toBe(200)
  const refused = await save(chosen())
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  const { memberNumber: other, ...halves } = await benSignedIn(portal)
  const params = { memberNumber: other, accountNumber: '100200101' }
  const ben = await portal.call(notifications.save, { params, ...halves, body: chosen() })
  expect(ben.statusCode).toBe(200)
})

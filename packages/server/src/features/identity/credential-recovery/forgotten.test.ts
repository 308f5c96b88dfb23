import { randomUUID } from 'node:crypto'
import { credentialRecovery } from '@coopline/contract/identity/credential-recovery/credential-recovery.contract'
import { anAccount } from '@coopline/testing/builders/account'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { forget, lastLink, writeMails } from '../../../testing/forgetting.ts'
import { recordStatements } from '../../../testing/record-statements.ts'
import { messagesOf } from '../../../testing/registering.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin } from '../../../testing/seed-login.ts'
import { startTestPortal, useTestPortal } from '../../../testing/test-portal.ts'
import { deliverMessages } from '../../../platform/messages/deliver-messages.job.ts'
import type { WaitingMessage } from '../../../platform/messages/message.store.ts'
import { openBody } from '../../../platform/messages/sealed-body.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import { sendRecoveryMailJob } from './send-recovery-mail.job.ts'

const portal = useTestPortal({
  env: { PUBLIC_ORIGIN: 'https://members.example.org' },
})
beforeEach(async () => {
  // The requests of the previous test find no login.
  await writeMails(portal)
  await seedAccount(portal.db)
  await seedLogin(portal, { email: 'ada.home@example.org' })
})

const ours = { headers: { host: 'members.example.org' } }
const forgotName = async (accountNumber: string, email: string) =>
  portal.call(credentialRecovery.forgotUsername, { body: { accountNumber, email }, ...ours })
const shape = (response: LightMyRequestResponse) => {
  const { date: _date, 'x-request-id': _id, ...headers } = response.headers
  return { status: response.statusCode, body: response.json(), headers }
}
const mails = async () => {
  await writeMails(portal)
  return messagesOf(portal)
}

describe('a forgotten password', () => {
  test('a request by username, in any case, sends a link to the address of the login [FP-03]', async () => {
    const response = await forget(portal, { username: ' ADA.Lindqvist' }, ours)
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'If your details match our records, we have sent an email with a link to set a new password.' },
    ])
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ channel: 'email', recipient: 'ada.home@example.org', subject: 'Reset your password' })
    expect(mail?.body_text).toContain('The link works once and expires in 30 minutes.')
    const link = await lastLink(portal)
    expect([link.origin, link.pathname]).toEqual(['https://members.example.org', '/reset-password'])
    expect(link.searchParams.get('otc')).toMatch(/^[A-Za-z0-9_-]{43}$/u)
  })

  test('a request by account number and an address on file sends the link to the address of the login [FP-03]', async () => {
    for (const email of ['ada.home@example.org', 'Ada.Lindqvist@Example.org']) {
      await forget(portal, { accountNumber: '100100101', email }, ours)
    }
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ada.home@example.org', 'ada.home@example.org'])
  })

  test('every missing or invalid value is reported with its field [FP-02]', async () => {
    const errorsOf = async (body: object) =>
      (await forget(portal, body, ours))
        .json<{ errors: { field: string; message: string }[] }>()
        .errors.map(({ field, message }) => [field, message])
    expect(await errorsOf({})).toEqual([['username', 'Please enter your username.']])
    expect(await errorsOf({ accountNumber: 'x', email: '' })).toEqual([
      ['accountNumber', 'Please enter valid account number.'],
      ['email', 'Please enter a valid email address.'],
    ])
  })

  test('a forgotten password is written in the language of the login', async () => {
    await portal.db.updateTable('portal.login').set({ language: 'es' }).execute()
    await forget(portal, undefined, ours)
    expect((await mails())[0]).toMatchObject({ language: 'es', subject: 'Restablezca su contraseña' })
  })

  test('a forgotten password is recorded for the member, with where it came from', async () => {
    await forget(portal, undefined, { ...ours, from: '203.0.113.7' })
    await writeMails(portal)
    const rows = await portal.db
      .selectFrom('portal.audit')
      .select(['kind', 'member_number', 'client_address'])
      .execute()
    expect(rows).toEqual([{ kind: 'credentials.reset-asked', member_number: '10001', client_address: '203.0.113.7' }])
  })
})

describe('a forgotten username', () => {
  test('goes to the address of the login [FP-01]', async () => {
    const response = await forgotName('100100101', 'ada.lindqvist@example.org')
    expect(response.json()).toEqual({
      message: 'If your details match our records, we have sent an email with your username.',
    })
    const [mail] = await mails()
    expect(mail).toMatchObject({ recipient: 'ada.home@example.org', subject: 'Your username' })
    expect(mail?.body_text).toContain('Username: ada.lindqvist\nSign in: https://members.example.org/login')
  })

  test('a forgotten username does not go out for another address, account or member', async () => {
    await forgotName('100100101', 'eve@example.org')
    await forgotName('999', 'ada.lindqvist@example.org')
    await seedAccount(
      portal.db,
      anAccount('300').of({ memberNumber: '10300', name: 'Other', emails: ['other@example.org'] }),
    )
    await forgotName('300', 'other@example.org')
    expect(await mails()).toEqual([])
  })
})

describe('what strangers learn', () => {
  const unknown = { username: 'nobody.here' }

  test('the answer is the same whether or not there is such a login [SEC-03]', async () => {
    const known = shape(await forget(portal, undefined, ours))
    for (const body of [unknown, { username: 'x'.repeat(256) }, { accountNumber: '999', email: 'a@b.test' }])
      expect(shape(await forget(portal, body, ours))).toEqual(known)
    const name = shape(await forgotName('100100101', 'ada.lindqvist@example.org'))
    expect(shape(await forgotName('999', 'nobody@example.org'))).toEqual(name)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ada.home@example.org', 'ada.home@example.org'])
  })

  test('answering takes the same statements and the same time; who it is is looked up later [SEC-02, SEC-03]', async () => {
    const other = await startTestPortal()
    try {
      await seedLogin(other)
      const statementsOf = recordStatements(other)
      const known = await statementsOf(async () => forget(other))
      expect(known).toEqual(await statementsOf(async () => forget(other, unknown)))
      expect(known.join(' ')).not.toContain('portal.login')
    } finally {
      await other.close()
    }
    const gaps: number[] = []
    for (let n = 0; n < 150; n += 1) {
      const from = `203.0.${n}.1`
      gaps.push((await timeOf({ username: 'ada.lindqvist' }, from)) - (await timeOf(unknown, from)))
    }
    expect(Math.abs(gaps.toSorted((a, b) => a - b)[75] ?? 0)).toBeLessThan(5)
  })

  async function timeOf(body: { username: string }, from: string): Promise<number> {
    const startedAt = performance.now()
    await forget(portal, body, { ...ours, from })
    return performance.now() - startedAt
  }

  test('a host that a request names is never in a link [SEC-03]', async () => {
    for (const headers of [
      { host: 'members.example.org', 'x-forwarded-host': 'evil.example' },
      { host: 'members.example.org', forwarded: 'host=evil.example', 'x-forwarded-proto': 'http' },
      { host: 'evil.example' },
    ] as Readonly<Record<string, string>>[])
      await forget(portal, undefined, { headers })
    const written = await mails()
    expect(written.length).toBeGreaterThanOrEqual(2)
    for (const { body_text: text } of written) {
      expect(text).toContain('https://members.example.org/reset-password?otc=')
      expect(text).not.toContain('evil')
    }
  })

  test('addresses with line ends are refused [SEC-57]', async () => {
    for (const email of ['ada.lindqvist@example.org\r\nBcc: x@y.test', 'a@b.test\nTo: x@y.test'])
      expect((await forgotName('100100101', email)).statusCode).toBe(400)
    expect(await mails()).toEqual([])
  })
})

const asked = { clientAddress: '203.0.113.7', requestId: 'r' }

describe('how often', () => {
  test('a login gets three emails in an hour from all clients together, and the answer stays the same [SEC-09]', async () => {
    const first = shape(await forget(portal, undefined, ours))
    for (let n = 0; n < 9; n += 1)
      expect(shape(await forget(portal, undefined, { ...ours, from: `203.0.113.${n}` }))).toEqual(first)
    await forgotName('100100101', 'ada.lindqvist@example.org')
    expect(await mails()).toHaveLength(3)
    portal.clock.advance(3600)
    await forget(portal, undefined, ours)
    expect(await mails()).toHaveLength(4)
  })

  test('one client address may ask twenty times an hour', async () => {
    for (let n = 0; n < 20; n += 1) expect((await forget(portal, { username: `name.${n}` }, ours)).statusCode).toBe(200)
    expect((await forget(portal, undefined, ours)).statusCode).toBe(429)
    expect((await forget(portal, undefined, { ...ours, from: '203.0.113.7' })).statusCode).toBe(200)
  })

  test('a job takes its request sealed as well, until it is four hours old', async () => {
    const request = { askId: randomUUID(), about: 'password', username: 'ada.lindqvist', ...asked }
    const expiresAt = new Date(portal.clock.now().getTime() + 4 * 3_600_000)
    const sealed = seal(portal.deps.keys, 'recovery-request', request, expiresAt)
    await portal.jobs.run(sendRecoveryMailJob, { sealed })
    expect(await messagesOf(portal)).toHaveLength(1)
    portal.clock.advance(4 * 3_600)
    await portal.jobs.run(sendRecoveryMailJob, { sealed })
    expect(await messagesOf(portal)).toHaveLength(1)
  })

  test('a job that runs twice mails once, and its link stays valid', async () => {
    const recovery = { askId: randomUUID(), about: 'password', ...asked } as const
    for (let n = 0; n < 2; n += 1)
      await portal.jobs.run(sendRecoveryMailJob, { ...recovery, username: 'ada.lindqvist' })
    expect(await messagesOf(portal)).toHaveLength(1)
    const otc = (await lastLink(portal)).searchParams.get('otc') ?? ''
    const answer = await portal.call(credentialRecovery.validateLink, { body: { otc }, ...ours })
    expect(answer.statusCode).toBe(200)
  })
})

test('the mail waits in the outbox while the mail server is down, and is sent once it is up [REL-27]', async () => {
  await forget(portal, undefined, ours)
  await writeMails(portal)
  const sent: string[] = []
  const down = async () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' }))
  expect(await deliverMessages(portal.deps, { email: down, text: null })).toEqual({ sent: 0, failed: 1 })
  portal.clock.advance(60)
  const up = async (message: WaitingMessage) => void sent.push(openBody(portal.deps.keys, message))
  expect(await deliverMessages(portal.deps, { email: up, text: null })).toEqual({ sent: 1, failed: 0 })
  expect(await deliverMessages(portal.deps, { email: up, text: null })).toEqual({ sent: 0, failed: 0 })
  const otc = /otc=([\w-]+)/u.exec(sent[0] ?? '')?.[1] ?? ''
  const answer = await portal.call(credentialRecovery.validateLink, { body: { otc }, ...ours })
  expect(answer.json()).toEqual({ memberName: 'Ada Lindqvist' })
})

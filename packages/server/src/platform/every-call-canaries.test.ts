import { registration } from '@coopline/contract/identity/registration/registration.contract'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSettingsCommand } from '../features/site/site/public.ts'
import { findInDatabase } from '../testing/find-in-database.ts'
import type { EndpointFixture } from '../testing/endpoint-fixture.ts'
import { createEndpointFixtures } from '../testing/endpoint-fixtures.ts'
import { watchSecrets } from '../testing/watch-secrets.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { deliverMessages, deliverMessagesJob } from './messages/deliver-messages.job.ts'

let portal: TestPortal
let fixtures: readonly EndpointFixture[]
let seen: ReturnType<typeof watchSecrets>
beforeAll(async () => {
  portal = await startTestPortal()
  seen = watchSecrets(portal)
  fixtures = await createEndpointFixtures(portal)
  for (const fixture of fixtures) await callWellAndBadly(fixture)
  portal.jobs.handle(deliverMessagesJob, async () => {
    await deliverMessages(portal.deps, { email: failTo, text: failTo })
  })
  await portal.jobs.runWaiting()
}, 180_000)
afterAll(async () => portal.close())

const failTo = async ({ recipient }: { readonly recipient: string }) => {
  throw new Error(`550 ${recipient} refused`)
}

/** The call, then with a forged token, with each text of its body spoiled, and for another member. */
async function callWellAndBadly(fixture: EndpointFixture): Promise<void> {
  expect((await fixture.send()).statusCode, fixture.endpoint.id).toBeLessThan(400)
  const forged = { authorization: `Bearer ${'forgedCanary'.repeat(4)}`, cookie: '__Host-portal_fp=forgedCookieCanary' }
  await fixture.send({ headers: forged })
  if (typeof fixture.body === 'object' && fixture.body !== null)
    for (const [name, value] of Object.entries(fixture.body))
      if (typeof value === 'string') await fixture.send({ body: { ...fixture.body, [name]: `${value}~` } })
  if ('memberNumber' in fixture.params) await fixture.send({ params: { memberNumber: '10019' } })
}

/** Personal data of the members who are in these calls. */
const personal = {
  account: '100100101',
  'account of an applicant': '102000101',
  phone: '7155554821',
  'cell phone of an applicant': '5075554246',
  'phone that texts a reply': '17155550123',
  'e-mail address': 'ada.lindqvist@example.org',
  'e-mail address of an applicant': 'tess.hartley@example.org',
  name: 'Lindqvist',
  'network of the client': '198.51.100.7',
}

describe('what every call of the contract carries', () => {
  it('the values that calls carry are of at least 25 kinds: passwords, tokens, cookies, codes, seeds and personal data [SEC-69]', () => {
    expect(seen.secrets.size).toBeGreaterThan(60)
    expect([...new Set(seen.secrets.values())].toSorted()).toEqual(
      expect.arrayContaining([
        'authorization',
        'body.bankAccountNumber',
        'body.code',
        'body.otc',
        'body.password',
        'body.token',
        'body.verificationCode',
        'cookie __Host-portal_fp',
        'cookie __Host-portal_qp',
        'cookie __Host-portal_rg',
        'answer.accessToken',
        'answer.quickPayToken',
        'answer.recoveryCodes',
        'answer.secretNewKey',
        'answer.address',
      ]),
    )
    expect(new Set(seen.secrets.values()).size + Object.keys(personal).length).toBeGreaterThanOrEqual(25)
  })

  it('no value that a call carries is in a line of the log or in an error trace [SEC-69]', () => {
    const log = portal.logLines.join('').replaceAll(/"requestId":"[0-9a-f-]{36}"|"time":"[^"]{24}"|"ms":\d+/gu, '')
    expect(log.split('"msg":"request"').length).toBeGreaterThan(fixtures.length * 2)
    const all = [...seen.secrets, ...Object.entries(personal).map(([what, text]) => [text, what] as const)]
    expect(all.filter(([text]) => log.includes(text)).map(([, what]) => what)).toEqual([])
  })

  it('no value that a call carries is in an error answer [SEC-69]', () => {
    expect(seen.errors.length).toBeGreaterThan(fixtures.length)
    const found = [...seen.secrets].flatMap(([text, what]) =>
      seen.errors.filter(({ body }) => body.includes(text)).map(({ url }) => `${what} in ${url}`),
    )
    expect(found).toEqual([])
  })
})

describe('the database after every call', () => {
  it('holds no secret in any column of text, JSON or bytes [SEC-69]', async () => {
    const found = await findInDatabase(portal.database, [...seen.secrets.keys()])
    expect(found.map(({ column, text }) => `${seen.secrets.get(text)} in ${column}`).toSorted()).toEqual([])
  })

  it('the database after every call is searched in text, JSON and bytes alike', async () => {
    await portal.database.runScript(`
      create table portal.planted (words text[], bytes bytea);
      insert into portal.planted values (array['a canaryInWords b'], 'a canaryInBytes b')`)
    const texts = [personal.account, personal['e-mail address'], 'canaryInWords', 'canaryInBytes']
    const columns = (await findInDatabase(portal.database, texts)).map(({ column }) => column)
    await portal.database.runScript('drop table portal.planted')
    expect(columns).toEqual(
      expect.arrayContaining([
        'cis.email.address',
        'outbox.event.body',
        'portal.planted.words',
        'portal.planted.bytes',
      ]),
    )
  })
})

describe('the audit after every call', () => {
  it('the audit after every call has a row of each sign-in, refusal, payment, change of credentials and changed setting [SEC-69]', async () => {
    const parts = { db: portal.db, clock: portal.clock, by: 'command line' }
    expect((await runSettingsCommand(['set', 'QuickPay', 'N'], parts)).exitCode).toBe(0)
    await portal.call(signIn.login, { body: { username: 'ada.lindqvist', password: 'Wrong!2026x' } })
    await portal.call(registration.verifyCode, {
      body: { accountNumber: '102000101', validatorResource: 'none', verificationCode: '000000' },
    })
    const rows = await portal.db.selectFrom('portal.audit').select('kind').distinct().execute()
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...expectedKinds]))
  })

  it('the audit after every call has a row of every call of a member that names another member [SEC-69]', async () => {
    const rows = await portal.db
      .selectFrom('portal.audit')
      .select('detail')
      .where('kind', '=', 'access.foreign-refused')
      .execute()
    const refused = new Set(rows.map(({ detail }) => (detail as { endpoint?: string }).endpoint))
    const naming = fixtures.filter(({ endpoint, params }) => endpoint.auth === 'member' && 'memberNumber' in params)
    expect(naming.length).toBeGreaterThan(20)
    expect(naming.map(({ endpoint }) => endpoint.id).filter((id) => !refused.has(id))).toEqual([])
  })
})

const expectedKinds = [
  'access.foreign-refused',
  'calendar.turned-on',
  'credentials.app-added',
  'credentials.app-code-failed',
  'credentials.app-removed',
  'credentials.passkey-added',
  'credentials.passkey-removed',
  'credentials.password-changed',
  'credentials.recovery-codes-made',
  'credentials.registered',
  'credentials.reset-asked',
  'credentials.username-asked',
  'drafts.set-up',
  'hand-off.issued',
  'notifications.changed',
  'notifications.code-failed',
  'payment.confirmed',
  'payment.requested',
  'quick-pay.verified',
  'registration.code-failed',
  'registration.code-verified',
  'session.ended',
  'session.proof-failed',
  'session.proven',
  'setting-changed',
  'sign-in.code-failed',
  'sign-in.failed',
  'sign-in.succeeded',
]

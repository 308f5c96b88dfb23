import { outage } from '@coopline/contract/service/outage/outage.contract'
import { publicOutages } from '@coopline/contract/service/outage/public-outages.contract'
import { bensAccount } from '@coopline/testing/builders/account'
import { beforeEach, expect, it } from 'vitest'
import { findInDatabase } from '../../../testing/find-in-database.ts'
import { errorsOf } from '../../../testing/quick-payer.ts'
import { recordStatements } from '../../../testing/record-statements.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { withoutRandom } from '../../../testing/without-random.ts'

const accountNumber = '100100101'
const thanks = 'Thank you for letting us know. If the account and phone number match our records, we have your report.'
const portal = useTestPortal({ settings: { Outage: true, publicOutageReports: true } })
const ada = useFresh(async () => adaSignedIn(portal))
const statementsOf = recordStatements(portal)
beforeEach(async () => seedAccount(portal.db, bensAccount.with({ location_id: 'L2' })))

const aReport = {
  accountNumber,
  phoneNumber: '(715) 555-4821',
  outageReason: 'A tree is on the line',
  remarks: 'Sparks at the pole.',
}
const report = async (changes: object = {}, from = '203.0.113.7', language = 'en') =>
  portal.call(publicOutages.report, {
    body: { ...aReport, ...changes },
    from,
    headers: { 'accept-language': language },
  })
const recorded = async () => {
  await portal.jobs.runWaiting()
  const events = await portal.db.selectFrom('outbox.event').select(['account_number', 'kind', 'body']).execute()
  const audit = await portal.db.selectFrom('portal.audit').selectAll().orderBy('id').execute()
  return { events, audit: audit.filter(({ kind }) => kind.startsWith('outage.')) }
}

it('records the same report as a signed-in member when account and phone number match', async () => {
  const response = await report()
  expect([response.statusCode, response.json()]).toEqual([200, { statusMessage: thanks }])
  const { events, audit } = await recorded()
  expect(events).toEqual([
    {
      account_number: accountNumber,
      kind: 'outage.reported',
      body: {
        memberNumber: '10001',
        accountNumber,
        locationId: 'L1',
        reportedAt: '2026-11-20T15:00:00.000Z',
        outageReason: 'A tree is on the line',
        callBack: false,
        callbackNumber: '',
        remarks: 'Sparks at the pole.',
        outageReportOrigin: 'Web',
      },
    },
  ])
  expect(audit).toMatchObject([
    { kind: 'outage.reported', account_number: accountNumber, member_number: '10001', client_address: '203.0.113.7' },
  ])
  const { memberNumber, bearer, cookie } = ada
  const status = await portal.call(outage.status, { params: { memberNumber, accountNumber }, bearer, cookie })
  expect(status.json()).toMatchObject({ isActive: false, reportedAt: '2026-11-20T15:00:00.000Z' })
})

it('answers every pair alike, with the same statements, and records only the matching one', async () => {
  const pairs = [{}, { phoneNumber: '(715) 555-0000' }, { accountNumber: '999999999' }, { accountNumber: '100200101' }]
  const answers: unknown[] = []
  const statements: unknown[] = []
  for (const [place, pair] of pairs.entries())
    statements.push(
      await statementsOf(async () => {
        const { statusCode, headers, body } = await report(pair, `198.51.100.${place}`)
        answers.push([statusCode, body, headers['content-type'], headers['set-cookie']])
      }),
    )
  expect(new Set(answers.map(String)).size).toBe(1)
  expect(new Set(statements.map(String)).size).toBe(1)
  expect(portal.jobs.waiting.map(({ payload }) => Object.keys(payload))).toEqual(pairs.map(() => ['sealed']))
  const { events, audit } = await recorded()
  expect(events).toHaveLength(1)
  expect(
    audit.map(({ kind, account_number, detail }) => [kind, account_number, (detail as { reason?: string }).reason]),
  ).toEqual([
    ['outage.reported', accountNumber, undefined],
    ['outage.report-refused', accountNumber, 'no-match'],
    ['outage.report-refused', '999999999', 'no-match'],
    ['outage.report-refused', '100200101', 'no-match'],
  ])
})

it.each([
  [
    'already-active',
    async () => portal.db.insertInto('cis.outage').values({ account_number: accountNumber, is_out: true }).execute(),
  ],
  [
    'not-reportable',
    async () => portal.db.updateTable('cis.account').set({ derived_status: 'Disconnected' }).execute(),
  ],
  ['no-location', async () => portal.db.updateTable('cis.account').set({ location_id: '' }).execute()],
] as const)('gives the usual answer and records nothing when the account is refused: %s', async (reason, prepare) => {
  await prepare()
  expect((await report()).json()).toEqual({ statusMessage: thanks })
  const { events, audit } = await recorded()
  expect(events).toEqual([])
  expect(audit).toMatchObject([{ kind: 'outage.report-refused', detail: { reason } }])
})

it('counts reports of an account within ten minutes as one, also when the job runs twice', async () => {
  await report()
  await report()
  const [first] = portal.jobs.waiting
  await recorded()
  await portal.jobs.run({ name: first?.name ?? '' }, first?.payload ?? {})
  expect((await recorded()).events).toHaveLength(1)
})

it('counts a report that waited for a connection as the same as any since it was written [REL-05]', async () => {
  await report()
  await recorded()
  portal.clock.advance(3 * 3_600)
  // A repeat of the first report, whose answer was lost. It was written a minute before the first one arrived.
  await report({ waitedSeconds: 3 * 3_600 + 60 })
  expect((await recorded()).events).toHaveLength(1)
  // Written eleven minutes after the first report: another outage.
  await report({ waitedSeconds: 3 * 3_600 - 11 * 60 })
  await report({ waitedSeconds: 3 * 3_600 - 11 * 60 })
  const { events } = await recorded()
  expect(events).toHaveLength(2)
  expect(events[1]?.body).toMatchObject({
    reportedAt: '2026-11-20T18:00:00.000Z',
    writtenAt: '2026-11-20T15:11:00.000Z',
  })
})

it('refuses a report that waited for more than four hours', async () => {
  expect((await report({ waitedSeconds: 14_400 })).statusCode).toBe(200)
  expect((await report({ waitedSeconds: 14_401 })).statusCode).toBe(400)
  expect((await recorded()).events).toHaveLength(1)
})

it('refuses incomplete forms with every problem, before anything is counted', async () => {
  const response = await report({
    accountNumber: '',
    phoneNumber: '',
    outageReason: 'Aliens',
    remarks: 'x'.repeat(401),
  })
  expect(response.statusCode).toBe(400)
  expect(errorsOf(response).map(({ field, message }) => [field, message])).toEqual([
    ['accountNumber', 'Please enter your account number.'],
    ['phoneNumber', 'You must enter a phone number'],
    ['outageReason', 'You must select an issue'],
    ['remarks', 'Remarks can have up to 400 characters.'],
  ])
  expect(portal.jobs.waiting).toEqual([])
  const counters = portal.db.selectFrom('portal.attempt_counter').select('kind').where('kind', 'like', 'outage.%')
  expect(await counters.execute()).toEqual([])
})

it('limits reports per client, and per account from many clients, whether or not the account exists', async () => {
  portal.set({ publicOutageReportsPerHour: 2 })
  const statuses = async (reports: readonly (readonly [string, string])[]) => {
    const found: number[] = []
    for (const [account, from] of reports) found.push((await report({ accountNumber: account }, from)).statusCode)
    return found
  }
  expect(
    await statuses([
      ['1', '192.0.2.1'],
      ['2', '192.0.2.1'],
      ['3', '192.0.2.1'],
    ]),
  ).toEqual([200, 200, 429])
  for (const account of [accountNumber, '999999999'])
    expect(
      await statuses([
        [account, '192.1.2.1'],
        [account, '192.2.2.1'],
        [account, '192.3.2.1'],
      ]),
    ).toEqual([200, 200, 429])
  portal.clock.advance(3_600)
  expect(await statuses([[accountNumber, '192.0.2.1']])).toEqual([200])
})

it('a stranger who knows an account number does not use up the reports of its member, with or without sign-in', async () => {
  portal.set({ publicOutageReportsPerHour: 2 })
  for (const [place, phoneNumber] of ['(715) 555-0001', '(715) 555-0001', '(715) 555-0002'].entries())
    expect((await report({ phoneNumber }, `192.0.${place}.1`)).statusCode).toBe(200)
  expect((await report({ phoneNumber: '(715) 555-0001' }, '192.0.9.1')).statusCode).toBe(429)
  expect((await report({}, '192.0.10.1')).statusCode).toBe(200)
  expect((await report({}, '192.0.11.1')).statusCode).toBe(200)
  expect((await report({}, '192.0.12.1')).statusCode).toBe(429)
  const { memberNumber, bearer, cookie } = ada
  const { phoneNumber: _typed, ...own } = aReport
  const signedIn = await portal.call(outage.report, {
    params: { memberNumber },
    bearer,
    cookie,
    body: { ...own, callBack: false, callbackNumber: '', outageReportOrigin: 'Web' },
  })
  expect(signedIn.statusCode).toBe(200)
})

it('keeps neither the phone number nor the remarks of a report that does not match', async () => {
  await report({ phoneNumber: '(715) 555-0987', remarks: 'Call my neighbor Zelda' })
  expect(withoutRandom(JSON.stringify(portal.jobs.waiting))).not.toMatch(/0987|Zelda/u)
  await recorded()
  expect(await findInDatabase(portal.database, ['7155550987', '555-0987', 'Zelda'])).toEqual([])
})

it('lists the problems in the language of the visitor and answers in it', async () => {
  const options = await portal.call(publicOutages.reportOptions, { headers: { 'accept-language': 'es' } })
  expect(options.json<{ problems: object[] }>().problems[0]).toEqual({ outageDescription: 'No hay electricidad' })
  expect((await report({ outageReason: 'No hay electricidad' }, undefined, 'es')).json()).toEqual({
    statusMessage:
      'Gracias por avisarnos. Si la cuenta y el número de teléfono coinciden con nuestros registros, recibimos su reporte.',
  })
  expect((await recorded()).events[0]?.body).toMatchObject({ outageReason: 'The power is out' })
})

it('takes no report without sign-in unless both settings are on', async () => {
  for (const settings of [{ publicOutageReports: false }, { publicOutageReports: true, Outage: false }]) {
    portal.set(settings)
    expect((await report()).statusCode).toBe(403)
    expect((await portal.call(publicOutages.reportOptions)).statusCode).toBe(403)
  }
  expect((await recorded()).audit).toEqual([])
})

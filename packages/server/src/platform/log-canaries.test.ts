import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createEndpointFixtures } from '../testing/endpoint-fixtures.ts'
import { askToPay, pay, payingSettings, requestOf, tryToVerify, verified } from '../testing/quick-payer.ts'
import { seedAccount } from '../testing/seed-account.ts'
import { encodedReturn, signPostback, tell } from '../testing/provider-double.ts'
import { useTestPortal } from '../testing/test-portal.ts'
import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { anAccount } from '@coopline/testing/builders/account'
import { deliverMessages } from './messages/deliver-messages.job.ts'
import { withoutRandom } from '../testing/without-random.ts'

const portal = useTestPortal({ settings: payingSettings })

const phone = '7155559184'
const account = '482910573'

/** Personal data and secrets that the journeys below send. */
const planted = {
  account,
  phone,
  'last four digits of the phone': '9184',
  'phone as people write it': '(715) 555-9184',
  'e-mail address': 'quilla.canary@canary.example',
  name: 'Quilla Canarywood',
  street: '77 Canary Perch Rd',
  'digits that were wrong': '7263',
  'account that is not there': '918273645',
  'network of the client': '203.0.113.61',
  'forged bearer token': 'forgedBearerCanary0123456789abcdefghijklmnop',
  'forged cookie': 'forgedCookieCanary0123456789abcdefghijklmnop',
  'card number in a remark': '4111111111111111',
  'bank account in a remark': '000123456789',
  'routing number in a remark': '021000021',
  'social security number in a remark': '078-05-1120',
  'password in a remark': 'Canary!Passw0rd',
  'one-time code in a query': 'otc=551299',
  'query that no one asked for': 'canary-query-7351',
  'header that no one reads': 'canary-header-7351',
}

async function allJourneys(): Promise<Record<string, string>> {
  await seedAccount(
    portal.db,
    anAccount(account)
      .of({ memberNumber: '77123', name: planted.name, phones: [phone], emails: [planted['e-mail address']] })
      .with({ service_street: planted.street }),
  )
  const from = planted['network of the client']
  const headers = { 'x-canary': planted['header that no one reads'] }
  await tryToVerify(portal, { accountNumber: account, phoneLastFourDigits: '7263', from, headers })
  await tryToVerify(portal, { accountNumber: '918273645', phoneLastFourDigits: '9184', from })
  await tryToVerify(portal, { accountNumber: planted['card number in a remark'], phoneLastFourDigits: 'x', from })
  const payer = await verified(portal, { accountNumber: account, phoneLastFourDigits: '9184', from })
  const form = await pay(portal, payer, 4_321)
  await askToPay(portal, payer, -5, { body: requestOf(payer.verification, -5) })
  await askToPay(portal, payer, 4_321, { body: { password: planted['password in a remark'] }, encryptedAccount: 'x' })
  await portal.call(quickPay.settings, {
    params: { memberNumber: '77123' },
    query: { applicationId: 'Web', [planted['query that no one asked for']]: '1' },
    bearer: payer.bearer,
    cookie: payer.cookie,
  })
  await portal.call(quickPay.settings, {
    params: { memberNumber: '77123' },
    query: { applicationId: 'Web' },
    bearer: planted['forged bearer token'],
    cookie: `__Host-portal_qp=${planted['forged cookie']}`,
  })
  const message = Object.entries(planted)
    .filter(([what]) => what.endsWith('remark'))
    .map(([, text]) => text)
    .join(', ')
  const postback = signPostback(tell(form, 'payment.succeeded', { message, lastFour: '9184' }), portal.clock)
  await portal.inject({ method: 'POST', url: '/api/v3/payments/postback', ...postback })
  await portal.inject({
    method: 'POST',
    url: '/api/v3/payments/postback',
    ...postback,
    payload: `${postback.payload} `,
  })
  await portal.call(quickPay.status, {
    query: { encryptedPayload: encodedReturn(tell(form, 'payment.succeeded').transNo) },
    bearer: payer.bearer,
    cookie: payer.cookie,
  })
  await portal.inject({ url: `/quick-pay?accountno=${account}&phone=9184&${planted['one-time code in a query']}` })
  await deliverMessages(portal.deps, {
    email: async ({ recipient }) => {
      throw new Error(`550 ${recipient} refused`)
    },
    text: null,
  })
  return {
    'quick-pay token': payer.bearer,
    'quick-pay cookie': payer.cookie.split('=')[1] ?? '',
    'encrypted account': payer.verification.encryptedAccount,
    'return pointer': encodedReturn(tell(form, 'payment.succeeded').transNo),
    'hand-off token': form.paymentRequisitionSettings.securityToken,
  }
}

describe('after every journey that exists', () => {
  test('none of 25 canaries is in the log, and the log has seen the journeys [SEC-69]', async () => {
    const canaries: Record<string, string> = { ...planted, ...(await allJourneys()) }
    expect(Object.keys(canaries)).toHaveLength(25)
    const log = portal.logLines.join('')
    expect(portal.logLines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThanOrEqual(12)
    expect(log).toContain('A message waits')
    for (const [what, text] of Object.entries(canaries)) {
      // Long canaries are looked for everywhere, also in what looks like a token.
      const searched = text.length > 6 ? log : withoutRandom(log)
      expect(searched.includes(text), what).toBe(false)
    }
  })

  test('tokens, cookies, card numbers and wrongly typed digits are in no row of the database [SEC-69]', async () => {
    const secrets = await allJourneys()
    const { rows } = await sql<{ name: string }>`select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('portal', 'pay', 'outbox')`.execute(portal.db)
    let dump = ''
    for (const { name } of rows) {
      const table = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(portal.db)
      dump += `${table.rows.map((one) => one.row).join('\n')}\n`
    }
    expect(dump).toContain('T')
    const { 'return pointer': _public, 'hand-off token': _form, ...hidden } = secrets
    for (const [what, text] of Object.entries({ ...hidden, card: planted['card number in a remark'] }))
      expect(
        dump.split('\n').filter((row) => row.includes(text)),
        what,
      ).toEqual([])
    expect(withoutRandom(dump)).not.toContain('7263')
  })

  test('refusals of proofs, successes and payments leave rows in the audit [SEC-69]', async () => {
    await allJourneys()
    const kinds = await portal.db.selectFrom('portal.audit').select('kind').distinct().execute()
    expect(kinds.map((row) => row.kind)).toEqual(
      expect.arrayContaining(['quick-pay.refused', 'quick-pay.verified', 'payment.postback-refused']),
    )
  })
})

describe('the audit', () => {
  test('the audit cannot be changed or removed by the portal’s own connection, row by row or all at once [SEC-69]', async () => {
    await createEndpointFixtures(portal)
    const before = await portal.db.selectFrom('portal.audit').selectAll().execute()
    expect(before.length).toBeGreaterThan(0)
    const { db } = portal
    const { owner } = portal.database
    const refusal = 'entries of the audit are never changed, and not deleted within a year'
    await expect(db.updateTable('portal.audit').set({ kind: 'nothing' }).execute()).rejects.toThrow(
      /permission denied|entries of the audit/u,
    )
    await expect(owner.updateTable('portal.audit').set({ kind: 'nothing' }).execute()).rejects.toThrow(refusal)
    await expect(db.deleteFrom('portal.audit').execute()).rejects.toThrow(refusal)
    await expect(db.deleteFrom('portal.audit').where('kind', '=', 'quick-pay.verified').execute()).rejects.toThrow(
      refusal,
    )
    expect(await db.selectFrom('portal.audit').selectAll().execute()).toEqual(before)
  })
})

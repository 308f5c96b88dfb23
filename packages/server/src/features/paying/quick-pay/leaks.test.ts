import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, expect, test } from 'vitest'
import { encodedReturn, signPostback, tell } from '../../../testing/provider-double.ts'
import { askToPay, pay, payingSettings, tryToVerify, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { withoutRandom } from '../../../testing/without-random.ts'

const portal = useTestPortal({ settings: payingSettings, env: { PROVIDER_URL: 'http://127.0.0.1:9' } })
beforeEach(async () => {
  await seedAccount(
    portal.db,
    anAccount()
      .of({ name: 'CANARY MEMBERNAME', phones: ['7155554821', '6085550999'], emails: ['canary@example.org'] })
      .with({
        location_id: 'CANARY-LOCATION',
        billing_type: 'CANARY-BILLING',
        account_type: 'CANARY-TYPE',
        holder_name: 'Vera Holder',
      }),
  )
})

/** Makes all calls of a payer, valid and invalid. @returns every answer and every secret. */
async function journey() {
  const payer = await verified(portal)
  const settings = await portal.call(quickPay.settings, {
    params: { memberNumber: '10001' },
    query: { applicationId: 'Web' },
    bearer: payer.bearer,
    cookie: payer.cookie,
  })
  const form = await pay(portal, payer, 10_000, { key: 'secret-key-1' })
  const { transNo, securityToken } = form.paymentRequisitionSettings
  const status = async () =>
    portal.call(quickPay.status, {
      query: { encryptedPayload: encodedReturn(transNo) },
      bearer: payer.bearer,
      cookie: payer.cookie,
    })
  const open = await status()
  const postback = signPostback(tell(form, 'payment.succeeded'), portal.clock)
  const taken = await portal.inject({ method: 'POST', url: '/api/v3/payments/postback', ...postback })
  const done = await status()
  const refused = [
    await tryToVerify(portal, { phoneLastFourDigits: '0999x' }),
    await tryToVerify(portal, { phoneLastFourDigits: '1234' }),
    await askToPay(portal, payer, 1),
  ]
  const answers = [
    JSON.stringify(payer.verification),
    settings.body,
    JSON.stringify(form),
    open.body,
    taken.body,
    done.body,
  ]
  return {
    answers: [...answers, ...refused.map((one) => one.body)].join('\n'),
    secrets: [
      payer.bearer,
      payer.cookie.split('=')[1] ?? '',
      payer.verification.encryptedAccount,
      securityToken,
      encodedReturn(transNo),
      postback.headers['webhook-signature'] ?? '',
      'secret-key-1',
    ],
  }
}

test('no answer has extra data: phones, email, other names, internal columns, hashes [SEC-36]', async () => {
  const { answers } = await journey()
  expect(withoutRandom(answers)).not.toContain('4821')
  for (const canary of [
    'CANARY',
    'canary',
    '7155554821',
    '6085550999',
    'token_hash',
    'request_hash',
    'status_checked_at',
  ])
    expect([canary, answers.includes(canary)]).toEqual([canary, false])
})

test('the log has no token, cookie, key, account number, phone, email, name or address [SEC-69]', async () => {
  const { secrets } = await journey()
  const log = portal.logLines.join('\n')
  expect(log).toContain('The provider reported a payment')
  const personal = ['100100101', '7155554821', '4821', 'canary@example.org', 'Vera', 'Oak St', '198.51.100.7']
  for (const secret of secrets) expect([secret, log.includes(secret)]).toEqual([secret, false])
  for (const text of personal) expect([text, withoutRandom(log).includes(text)]).toEqual([text, false])
})

test('the audit has a row for every verification, refusal and payment, without phone, email or token [SEC-69]', async () => {
  const { secrets } = await journey()
  const rows = await portal.db.selectFrom('portal.audit').selectAll().orderBy('id').execute()
  expect(rows.map((row) => row.kind)).toEqual([
    'quick-pay.verified',
    'payment.requested',
    'payment.confirmed',
    'quick-pay.refused',
  ])
  const text = JSON.stringify(rows)
  for (const secret of [...secrets, '7155554821', 'canary@example.org', 'Vera'])
    expect([secret, text.includes(secret)]).toEqual([secret, false])
  expect(withoutRandom(text)).not.toContain('1234')
})

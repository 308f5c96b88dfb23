import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { type SliceFixtures, visitor } from '../../../testing/endpoint-fixture.ts'
import { encodedReturn, tell } from '../../../testing/provider-double.ts'
import { pay, payingSettings, requestOf, verified } from '../../../testing/quick-payer.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** A payer who has verified Ada's account and requested a payment. */
export const fixtures: SliceFixtures = async ({ portal }) => {
  portal.set(payingSettings)
  const payer = await verified(portal)
  const { verification } = payer
  const form = await pay(portal, payer, 5_000)
  const { transNo } = tell(form, 'payment.succeeded')
  const params = { memberNumber: verification.memberNumber }
  const headers = { authorization: `Bearer ${payer.bearer}`, cookie: payer.cookie, applicationid: 'Web' }
  return [
    [quickPay.verify, { ...visitor, body: { accountNumber: '100100101', phoneLastFourDigits: '4821' } }],
    [quickPay.settings, { ...visitor, params, query: { applicationId: 'Web' }, headers }],
    [
      quickPay.pay,
      {
        params,
        query: { encryptedAccount: verification.encryptedAccount },
        body: requestOf(verification, 5_000),
        headers,
      },
    ],
    [quickPay.status, { ...visitor, query: { encryptedPayload: encodedReturn(transNo) }, headers }],
  ]
}

export const storeCalls: StoreCalls = {
  grant: { revokeGrant: [given.hash, given.now] },
  'payer-browsers': { listPayerBrowsers: [given.account, 10] },
}

import { randomBytes } from 'node:crypto'
import { startAuthorizeNetDouble } from '@coopline/provider-sandbox/start-authorize-net-double'
import type { HandOffTarget } from '@coopline/server/payment-gateway'
import { type AdapterUnderTest, apiFaults, type Counterpart, type Instrument } from '../adapter-under-test.ts'

const card = (number: string) => ({ kind: 'card', number, expiry: '08/30' })
const bank = (number: string) => ({ kind: 'bank', number })

const typed: Readonly<Record<Instrument, Readonly<Record<string, string>>>> = {
  card: card('4111111111111111'),
  'declined-card': card('4222222222222'),
  'card-declined-later': card('4000000000000002'),
  bank: bank('000123456789'),
  'closed-bank': bank('000111111113'),
}

/** Opens the page of a payment or of a method, and sends what a payer enters on it. @returns the way back; `null` when the page stays. */
async function post(
  target: HandOffTarget,
  button: 'finish' | 'cancel',
  more: Readonly<Record<string, string>>,
): Promise<string | null> {
  if (target.kind !== 'form') throw new Error('The pages are reached by forms.')
  const page = target.action.endsWith('/customer/addPayment') ? 'customer' : 'payment'
  const path = `/${page}/${button === 'cancel' ? 'cancel' : page === 'customer' ? 'save' : 'pay'}`
  const fields = Object.fromEntries(target.fields.map(({ name, value }) => [name, value]))
  const opened = await fetch(target.action, { method: 'POST', body: new URLSearchParams(fields) })
  if (!opened.ok) return null
  const body = new URLSearchParams({ ...fields, ...more })
  const answer = await fetch(new URL(path, target.action), { method: 'POST', body, redirect: 'manual' })
  return answer.headers.get('location')
}

async function startCounterpart(clock: () => number): Promise<Counterpart> {
  const [signatureKey = '', secondKey = '', strange = ''] = [1, 2, 3].map(() =>
    randomBytes(64).toString('hex').toUpperCase(),
  )
  const [loginId, transactionKey] = [randomBytes(5).toString('hex'), randomBytes(8).toString('hex')]
  const double = await startAuthorizeNetDouble({
    loginId,
    transactionKey,
    signatureKey,
    // Nothing is sent there: the kit sends. The check of the set-up expects it.
    webhookUrl: 'http://127.0.0.1:8080/api/v3/payments/postback/authorize-net',
    // The kit asks for parts and disputes at once, which the vendor allows for settled charges only.
    settlesAtOnce: true,
    now: clock,
  })
  const paid = (transNo: string) => double.chargesOf(transNo).filter(({ reasonCode }) => reasonCode === 1)
  const chargeOf = (transNo: string) => {
    const [one] = paid(transNo)
    if (one === undefined) throw new Error(`Payment ${transNo} was not charged.`)
    return one
  }
  return {
    env: {
      AUTHORIZE_NET_LOGIN_ID: loginId,
      AUTHORIZE_NET_TRANSACTION_KEY: transactionKey,
      AUTHORIZE_NET_SIGNATURE_KEY: `${signatureKey},${secondKey}`,
      AUTHORIZE_NET_API_ORIGIN: double.origin,
    },
    secrets: [loginId, transactionKey, signatureKey, secondKey],
    lacks: {
      'stated-sums': 'Authorize.net states the sum of each movement, and none of a payment (decision 0292).',
      'ended-pages':
        'No call ends a page: its token does so after 15 minutes, and a payment that is paid late is booked.',
      'signed-time': 'The signature has no time. News are only a reason to look, so that an old call changes nothing.',
      'news-of-returns':
        'Returned debits and chargebacks appear in settled batches only, which the report of a day reads.',
    },
    pay: async (target, instrument) => post(target, 'finish', typed[instrument]),
    cancel: async (target) => (await post(target, 'cancel', {})) ?? '',
    news: async () => double.notices().map(({ id, body }) => ({ id, body })),
    sign({ body }, { key = 'right' } = {}) {
      const secret = { wrong: strange, second: secondKey, right: signatureKey }[key]
      return { body, headers: { 'content-type': 'application/json', 'x-anet-signature': double.sign(body, secret) } }
    },
    vendor: {
      async refund(transNo, amount) {
        const one = chargeOf(transNo)
        double.atVendor.refund(one.transId, amount ?? one.amount)
      },
      async failRefund(transNo) {
        const refund = double.backOf(chargeOf(transNo).transId).findLast(({ type }) => type === 'refundTransaction')
        if (refund !== undefined) double.atVendor.voidTransaction(refund.transId)
      },
      dispute: async (transNo) => double.atVendor.chargeBack(chargeOf(transNo).transId),
      async closeDispute(transNo, result) {
        if (result === 'won') double.atVendor.reverseChargeback(chargeOf(transNo).transId)
      },
      endDebit: async (transNo) => double.atVendor.endDebit(chargeOf(transNo).transId),
    },
    passTime: async () => double.atVendor.settle(),
    async setFault(fault) {
      double.faults.clear()
      if (fault !== null) double.faults.set(apiFaults[fault], { times: Number.POSITIVE_INFINITY })
    },
    held: async (transNo) => paid(transNo).reduce((sum, { transId }) => sum + double.heldOf(transId), 0),
    charges: async (transNo) => paid(transNo).length,
    close: async () => double.close(),
  }
}

/** Authorize.net, with the double of its API on the other side. */
export const authorizeNet: AdapterUnderTest = { name: 'authorize-net', startCounterpart }

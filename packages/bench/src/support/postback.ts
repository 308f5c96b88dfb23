import { createHmac } from 'node:crypto'
import { apiPrefix } from '@coopline/contract/paths'
import type { HttpClient } from './http-client.ts'

/** The electronic-check fee of the benchmarks' settings, in cents. */
const fee = 50

export interface PaidPayment {
  readonly transNo: string
  readonly accountNumber: string
  /** Whole cents, without the fee. */
  readonly amount: number
}

/** Tells the portal, signed as the provider does (Standard Webhooks), that a payment went through. */
export async function postBack(client: HttpClient, key: Buffer, payment: PaidPayment): Promise<void> {
  const { transNo, accountNumber, amount } = payment
  const body = JSON.stringify({
    type: 'payment.succeeded',
    transNo,
    accountNumber,
    currency: 'USD',
    amount,
    convenienceFee: fee,
    totalAmount: amount + fee,
    paymentType: 'echeck',
    cardType: null,
    lastFour: '6789',
    confirmationNumber: `SB${transNo.slice(1, 11)}`,
    message: null,
    occurredAt: new Date().toISOString(),
  })
  const eventId = `evt_${transNo}`
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', key).update(`${eventId}.${seconds}.${body}`).digest('base64')
  await client.call({
    method: 'POST',
    path: `${apiPrefix}/v3/payments/postback`,
    headers: {
      'content-type': 'application/json',
      'webhook-id': eventId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${signature}`,
      'webhook-key-id': 'bench',
    },
    body,
  })
}

import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PostbackBody } from '@coopline/contract/paying/payments/payments.contract'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { convenienceFee, type FeeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { cents, parseMoney } from '@coopline/rules/kernel/money'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import type { Key } from '../platform/keys.ts'
import { type TestPortal, testSigningKey } from './test-portal.ts'

/** A postback's body before it is signed; money is whole cents. */
export type PostbackFields = {
  -readonly [Name in keyof PostbackBody]: NonNullable<PostbackBody[Name]> extends number ? number : PostbackBody[Name]
}

export interface EventFields extends PostbackFields {
  readonly eventId: string
}

/** Makes an event unreadable with a card brand that the protocol does not know. */
export const unreadable: Partial<EventFields> = { cardType: 'JC' as 'VI' }

/** The behavior of the provider's API. */
export type Mode = 'answers' | 'fails' | 'loses-answers' | 'redirects' | 'talks-nonsense' | 'tells-of-another'

export interface ProviderDouble {
  readonly url: string
  /** The provider's answers about payments, by transaction number; the last event is the state. */
  readonly events: Map<string, EventFields[]>
  /** Payments whose form it has received, without an event. */
  readonly open: Set<string>
  /** Payments about which it does not answer, although it answers about others. */
  readonly unanswered: Set<string>
  /** Lines `GET /api/…` of the calls so far. */
  readonly calls: string[]
  mode: Mode
  readonly close: () => Promise<void>
}

/** A provider that speaks the status and report calls of the protocol and says what a test wants it to. */
export async function startProviderDouble(
  double: Double = { events: new Map(), open: new Set(), unanswered: new Set(), calls: [], mode: 'answers' },
): Promise<ProviderDouble> {
  const server = createServer((request, response) => void answer(double, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(double, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** A provider double for the tests of a file, which forgets before each what it knew. */
export function useProviderDouble(): ProviderDouble {
  const provider = {} as ProviderDouble
  beforeAll(async () => void (await startProviderDouble(provider)))
  beforeEach(() => {
    Object.assign(provider, { events: new Map(), open: new Set(), unanswered: new Set(), calls: [], mode: 'answers' })
  })
  afterAll(async () => provider.close())
  return provider
}

type Double = Pick<ProviderDouble, 'events' | 'open' | 'unanswered' | 'calls' | 'mode'>

async function answer(double: Double, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? ''
  const sent = await textOf(request)
  double.calls.push(`${request.method} ${path}`)
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (!isSigned(request, sent)) return void send(401, { error: 'signature' })
  if (double.mode === 'fails') return void send(500, { error: 'down' })
  if (double.mode === 'redirects') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  if (double.mode === 'talks-nonsense') return void send(200, { status: 'succeeded' })
  if (path.endsWith('/refund')) return refund(double, path, { body: sent, send })
  const url = new URL(path, 'http://provider')
  const day = url.searchParams.get('date')
  if (day !== null) {
    const payments = [...double.events.values()].filter((history) => history.at(-1)?.occurredAt.startsWith(day))
    return void send(200, { date: day, payments: payments.map(describe) })
  }
  const transNo = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
  if (double.unanswered.has(transNo)) return void send(500, { error: 'no answer' })
  const history = double.mode === 'tells-of-another' ? [...double.events.values()][0] : double.events.get(transNo)
  if (history !== undefined) return void send(200, describe(history))
  if (double.open.has(transNo))
    return void send(200, { ...describe([openPayment(transNo)]), status: 'open', events: [] })
  return void send(404, { error: 'unknown' })
}

interface RefundCall {
  readonly body: string
  readonly send: (status: number, body: unknown) => unknown
}

/** Refunds a payment, or with a body a part of it, once. A repeat returns its current state. */
function refund({ events, mode }: Double, path: string, { body, send }: RefundCall): void {
  const history = events.get(path.split('/').at(-2) ?? '')
  const last = history?.at(-1)
  if (history === undefined || last === undefined) return void send(404, { error: 'unknown' })
  if (body !== '') {
    if (!refundPart(history, JSON.parse(body) as { refundId: string; amount: number }))
      return void send(409, { error: 'not-refundable' })
  } else if (last.type === 'payment.succeeded')
    history.push({ ...last, type: 'payment.refunded', eventId: `${last.eventId}-refund` })
  else if (last.type !== 'payment.refunded') return void send(409, { error: 'not-refundable' })
  if (mode === 'loses-answers') return void send(500, { error: 'lost' })
  send(200, describe(history))
}

/** @returns false, with nothing refunded, when less is left. */
function refundPart(history: EventFields[], order: { readonly refundId: string; readonly amount: number }): boolean {
  const { refundId, amount } = order
  if (history.some(({ confirmationNumber }) => confirmationNumber === refundId)) return true
  const [charge] = history
  if (charge?.type !== 'payment.succeeded') return false
  const moved = history.reduce((sum, { movedAmount = 0 }) => sum + movedAmount, 0)
  const netAmount = charge.totalAmount - moved - amount
  if (netAmount < 0) return false
  const own = { eventId: `${charge.eventId}-${refundId}`, confirmationNumber: refundId, movedAmount: amount, netAmount }
  history.push({ ...charge, ...own, type: 'payment.refunded' })
  return true
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function describe(history: readonly EventFields[]) {
  const last = history.at(-1)
  if (last === undefined) throw new Error('Nothing was told')
  const { type, eventId: _eventId, movedAmount, confirmationNumber, ...payment } = last
  const isPartLeft = movedAmount !== undefined && (payment.netAmount ?? 0) > 0
  return {
    ...payment,
    confirmationNumber: movedAmount === undefined ? confirmationNumber : (history[0]?.confirmationNumber ?? null),
    // A payment whose money came back is charged again.
    status: type === 'payment.reinstated' || isPartLeft ? 'succeeded' : type.replace('payment.', ''),
    events: history.map((event) => ({
      id: event.eventId,
      type: event.type,
      occurredAt: event.occurredAt,
      ...(event.movedAmount !== undefined && {
        movedAmount: event.movedAmount,
        ...(event.confirmationNumber !== null && { confirmationNumber: event.confirmationNumber }),
      }),
    })),
  }
}

const openPayment = (transNo: string): EventFields => ({
  eventId: 'none',
  type: 'payment.canceled',
  transNo,
  accountNumber: '100100101',
  currency: 'USD',
  amount: 14_237,
  convenienceFee: 0,
  totalAmount: 14_237,
  paymentType: 'cc',
  cardType: null,
  lastFour: null,
  confirmationNumber: null,
  message: null,
  occurredAt: '2026-11-20T15:00:00Z',
})

function isSigned({ method, url, headers }: IncomingMessage, body: string): boolean {
  const key = testSigningKey
  const [, kid, seconds, signature] = /^Coopline-HMAC ([^:]+):(\d+):(.+)$/u.exec(headers.authorization ?? '') ?? []
  const digest = body === '' ? '' : `\n${createHash('sha256').update(body).digest('base64url')}`
  const text = `${method}\n${url}\n${seconds}${digest}`
  const expected = createHmac('sha256', key.secret).update(text).digest('base64url')
  return kid === key.kid && signature === expected
}

/** The hidden fields of a requisition by name. */
export const fieldsOf = (requisition: Requisition): Record<string, string> =>
  Object.fromEntries(requisition.configuration.fields.map((field) => [field.name, field.value]))

/** The provider's event about a payment; by default, paid with a Visa card. */
export function tell(
  requisition: Requisition,
  type: PostbackFields['type'],
  over: Partial<EventFields> = {},
): EventFields {
  const fields = fieldsOf(requisition)
  const paymentType = over.paymentType ?? (fields['paymentType'] === 'echeck' ? 'echeck' : 'cc')
  const amount = parseMoney(fields['balance'] ?? '') ?? cents(0)
  const option = JSON.parse(
    (paymentType === 'cc' ? fields['cardConvenienceFee'] : fields['echeckConvenienceFee']) ?? '{}',
  ) as FeeOption
  const fee = convenienceFee(option, amount)
  return {
    eventId: `evt_${type}_${fields['clientReference']}`,
    type,
    transNo: fields['clientReference'] ?? '',
    accountNumber: fields['accountNumber'] ?? '',
    currency: 'USD',
    amount,
    convenienceFee: fee,
    totalAmount: amount + fee,
    paymentType,
    cardType: paymentType === 'cc' ? 'VI' : null,
    lastFour: '1111',
    confirmationNumber: type === 'payment.succeeded' ? 'SB12345678' : null,
    message: null,
    occurredAt: '2026-11-20T15:01:00Z',
    ...over,
  }
}

export interface SignOptions {
  /** Bytes to sign in place of the event's own. */
  readonly payload?: string
  readonly keys?: readonly Key[]
  /** Seconds that the sender's clock is ahead. */
  readonly ahead?: number
}

/** A postback: headers in the Standard Webhooks form, and the bytes that they sign. */
export function signPostback(
  { eventId, ...body }: EventFields,
  clock: Clock,
  { keys = [testSigningKey], ahead = 0, payload = JSON.stringify(body) }: SignOptions = {},
): { readonly headers: Record<string, string>; readonly payload: string } {
  const seconds = Math.floor(clock.now().getTime() / 1000) + ahead
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key.secret).update(`${eventId}.${seconds}.${payload}`).digest('base64')}`,
  )
  return {
    payload,
    headers: {
      'content-type': 'application/json',
      'webhook-id': eventId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures.join(' '),
      'webhook-key-id': keys[0]?.kid ?? '',
    },
  }
}

/** Sends an event to the portal as a postback that the provider has signed. */
export const sendPostback = async (
  portal: TestPortal,
  event: EventFields,
  options?: SignOptions,
): Promise<LightMyRequestResponse> =>
  portal.inject({
    method: 'POST',
    url: '/api/v3/payments/postback',
    ...signPostback(event, portal.clock, options),
  })

/** `encodedParam` as the provider adds it to the return address. */
export function encodedReturn(transNo: string, status = 'succeeded', key: Key = testSigningKey): string {
  const pointer = Buffer.from(JSON.stringify({ transNo, status, iat: 1_795_186_800 })).toString('base64url')
  return `${pointer}.${key.kid}.${createHmac('sha256', key.secret).update(`return\n${pointer}`).digest('base64url')}`
}

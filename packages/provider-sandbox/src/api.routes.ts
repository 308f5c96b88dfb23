import { isApiCallSigned } from './api-signature.ts'
import { forgetToken } from './change-method.ts'
import { type Change, type RefundOrder, refundPart, refundPayment } from './change-payment.ts'
import { chargeToken, readTokenCharge } from './charge-token.ts'
import { type Answer, BodyRefused, type Call, json, type Route } from './http.ts'
import { methodBodyOf } from './method.ts'
import { findMethod } from './method.store.ts'
import { pause } from './pause.ts'
import { movementOf, netAmountOf, type Payment, wireCardType } from './payment.ts'
import { findPayment, listEvents, listPaymentsOfDay } from './payment.store.ts'
import { modes, nowSeconds, type Sandbox } from './sandbox-context.ts'

type Handler = (call: Call) => Answer | Promise<Answer>

/** A payment as the API returns it: the names of the wire, amounts in whole cents. */
function statusBody(sandbox: Sandbox, payment: Payment): Record<string, unknown> {
  const { handOff } = payment
  const events = listEvents(sandbox.db, payment.transNo)
  return {
    transNo: payment.transNo,
    accountNumber: handOff.accountNumber,
    status: payment.state,
    amount: handOff.amount,
    convenienceFee: payment.convenienceFee,
    totalAmount: handOff.amount + payment.convenienceFee,
    currency: handOff.currency,
    paymentType: payment.paymentType,
    cardType: wireCardType(payment),
    lastFour: payment.lastFour,
    confirmationNumber: payment.confirmationNumber,
    message: payment.message,
    occurredAt: payment.occurredAt,
    netAmount: netAmountOf(payment, events.map(movementOf)),
    events: events.map((event) => {
      const { movedAmount, confirmationNumber } = movementOf(event)
      const { id, type, occurredAt } = event
      return { id, type, occurredAt, ...(movedAmount !== null && { movedAmount, confirmationNumber }) }
    }),
  }
}

const signedOnly =
  (sandbox: Sandbox, handle: Handler): Handler =>
  (call) => {
    const signed = isApiCallSigned(
      call.header('authorization'),
      { method: call.method, path: call.target },
      sandbox.keys,
      nowSeconds(sandbox),
    )
    return signed ? handle(call) : json(401, { error: 'unauthorized' })
  }

/** Answers only calls whose signature covers their body: calls that change something by what they send. */
const signedWithBody =
  (sandbox: Sandbox, handle: (body: unknown) => Answer | Promise<Answer>): Handler =>
  async (call) => {
    const body = await call.readBody()
    const signed = isApiCallSigned(
      call.header('authorization'),
      { method: call.method, path: call.target, body },
      sandbox.keys,
      nowSeconds(sandbox),
    )
    return signed ? handle(parseJson(body)) : json(401, { error: 'unauthorized' })
  }

/** The calls about payments suffer from the modes; the switch of modes itself does not. */
const withModes =
  (sandbox: Sandbox, handle: Handler): Handler =>
  async (call) => {
    if (sandbox.mode === 'down') return json(503, { error: 'down' })
    if (sandbox.mode === 'slow') await pause(sandbox, sandbox.timings.slowMs)
    return spoiled(sandbox, await handle(call))
  }

/** Replaces the answer to work that was done, in the modes `lost-answer` and `nonsense`. */
function spoiled({ mode }: Sandbox, answer: Answer): Answer {
  if (mode === 'lost-answer') return json(503, { error: 'lost' })
  return mode === 'nonsense' ? json(200, { ok: true }) : answer
}

function tellStatus(sandbox: Sandbox, call: Call): Answer {
  const payment = findPayment(sandbox.db, call.params['transNo'] ?? '')
  return payment === undefined ? json(404, { error: 'unknown' }) : json(200, statusBody(sandbox, payment))
}

/** `yyyy-MM-dd` of a day that exists: the 30th of February is read as one in March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(text)
}

function tellDay(sandbox: Sandbox, call: Call): Answer {
  const date = call.query.get('date') ?? ''
  if (!isDay(date)) return json(400, { error: 'date must be a day as yyyy-MM-dd' })
  return json(200, { date, payments: listPaymentsOfDay(sandbox.db, date).map((one) => statusBody(sandbox, one)) })
}

/** Refunds what is left of a payment or, with a body, the amount of the order, once for each `refundId`. */
async function refund(sandbox: Sandbox, call: Call): Promise<Answer> {
  const body = await call.readBody()
  const sent = { method: call.method, path: call.target, ...(body !== '' && { body }) }
  if (!isApiCallSigned(call.header('authorization'), sent, sandbox.keys, nowSeconds(sandbox)))
    return json(401, { error: 'unauthorized' })
  const transNo = call.params['transNo'] ?? ''
  if (body === '') return refunded(sandbox, refundPayment(sandbox, transNo))
  const order = readRefundOrder(parseJson(body))
  if (order === undefined) return json(400, { error: 'not a refund' })
  return refunded(sandbox, refundPart(sandbox, transNo, order))
}

function readRefundOrder(body: unknown): RefundOrder | undefined {
  if (typeof body !== 'object' || body === null || !('refundId' in body) || !('amount' in body)) return undefined
  const { refundId, amount } = body
  const isNamed = typeof refundId === 'string' && /^[A-Za-z0-9-]{1,40}$/u.test(refundId)
  return isNamed && typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0
    ? { refundId, amount }
    : undefined
}

function refunded(sandbox: Sandbox, change: Change): Answer {
  if (change.outcome === 'unknown') return json(404, { error: 'unknown' })
  const body = statusBody(sandbox, change.payment)
  // The order was carried out: the portal has to ask again.
  if (sandbox.mode === 'lost-answer') return json(503, { error: 'lost' })
  return change.outcome === 'refused' ? json(409, { error: 'not-refundable', ...body }) : json(200, body)
}

async function charge(sandbox: Sandbox, body: unknown): Promise<Answer> {
  if (sandbox.mode === 'down') return json(503, { error: 'down' })
  const asked = readTokenCharge(body)
  if (asked === undefined) return json(400, { error: 'not a charge' })
  const { payment, isSlow } = chargeToken(sandbox, asked)
  if (sandbox.mode === 'slow' || isSlow) await pause(sandbox, sandbox.timings.slowMs)
  return spoiled(sandbox, json(200, statusBody(sandbox, payment)))
}

function forget(sandbox: Sandbox, body: unknown): Answer {
  if (sandbox.mode === 'down') return json(503, { error: 'down' })
  const token = typeof body === 'object' && body !== null && 'token' in body ? String(body.token) : ''
  if (token === '') return json(400, { error: 'no token' })
  return forgetToken(sandbox, token) ? json(200, { forgotten: true }) : json(404, { error: 'unknown' })
}

function tellMethod(sandbox: Sandbox, call: Call): Answer {
  const method = findMethod(sandbox.db, 'reference', call.params['reference'] ?? '')
  if (method === undefined) return json(404, { error: 'unknown' })
  return json(200, { ...methodBodyOf(method), status: method.state, eventId: method.eventId })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function setMode(sandbox: Sandbox, call: Call): Promise<Answer> {
  if (!call.header('content-type')?.startsWith('application/json')) throw new BodyRefused(415, 'Send application/json')
  const body = parseJson(await call.readBody())
  const wanted = typeof body === 'object' && body !== null && 'mode' in body ? body.mode : undefined
  const mode = modes.find((one) => one === wanted)
  if (mode === undefined) return json(400, { error: `mode must be one of ${modes.join(', ')}` })
  sandbox.mode = mode
  sandbox.wakeSender()
  return json(200, { mode })
}

/** The portal's side: status, report, refund; and the switch of fault modes. All signed. */
export const apiRoutes = (sandbox: Sandbox): Route[] => {
  const about = (handle: (sandbox: Sandbox, call: Call) => Answer): Handler =>
    signedOnly(
      sandbox,
      withModes(sandbox, (call) => handle(sandbox, call)),
    )
  return [
    { method: 'GET', path: '/api/payments', handle: about(tellDay) },
    { method: 'GET', path: '/api/payments/:transNo', handle: about(tellStatus) },
    {
      method: 'POST',
      path: '/api/payments/:transNo/refund',
      handle: withModes(sandbox, async (call) => refund(sandbox, call)),
    },
    { method: 'POST', path: '/api/charges', handle: signedWithBody(sandbox, (body) => charge(sandbox, body)) },
    { method: 'GET', path: '/api/methods/:reference', handle: about(tellMethod) },
    { method: 'POST', path: '/api/methods/forget', handle: signedWithBody(sandbox, (body) => forget(sandbox, body)) },
    { method: 'POST', path: '/api/mode', handle: signedOnly(sandbox, (call) => setMode(sandbox, call)) },
  ]
}

import { Stripe } from 'stripe'
import { z } from 'zod'
import { NotSignedIn } from '../../errors.ts'
import { type NewsSubject, type ProviderNews, UnreadablePostback } from '../payment-gateway.ts'
import type { StripeClient } from './client.ts'
import { transNoOn } from './marks.ts'
import { describeObject } from '../read-object.ts'

/** The most seconds that the time of a signature may differ from now, in either direction. */
const toleranceSeconds = 300

/** The events after which something about a payment or a stored method must be fetched. The endpoint at Stripe should send no others. */
export const handledTypes = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.failed',
  'charge.refunded',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'mandate.updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_method.detached',
  'refund.created',
  'refund.failed',
  'refund.updated',
] as const satisfies readonly Stripe.Event['type'][]

const handled: ReadonlySet<string> = new Set(handledTypes)

/** A name that Stripe gave, or that the portal wrote. The database refuses some other characters. */
const name = /^[!-~]{1,255}(?![\s\S])/u
const reference = z.string().regex(name).nullish()

/** The parts of an event that the portal reads. The objects in it may be old, so that nothing but their names counts. */
const notice = z.object({
  id: z.string().regex(name),
  object: z.literal('event'),
  livemode: z.boolean(),
  type: z.string().max(100),
  data: z.object({
    object: z.object({
      id: reference,
      charge: reference,
      metadata: z.record(z.string(), z.string()).nullish(),
      mode: z.string().max(40).nullish(),
      object: z.string().max(60),
      payment_intent: reference,
    }),
  }),
})

type Notice = z.output<typeof notice>

export interface EventOptions {
  /** One secret, or two while they are changed. */
  readonly secrets: readonly string[]
  readonly now: Date
}

/** Verifies a call of Stripe and reads it. @throws NotSignedIn, UnreadablePostback. */
export function readEvents(
  client: StripeClient,
  headers: Readonly<Record<string, string>>,
  rawBody: Uint8Array,
  { secrets, now }: EventOptions,
): readonly ProviderNews[] {
  const header = headers['stripe-signature'] ?? ''
  checkTime(header, now)
  const value = verify(client, header, rawBody, { secrets, now })
  const read = notice.safeParse(value)
  if (!read.success) {
    const members = read.error.issues.map((issue) => issue.path.join('.'))
    throw new UnreadablePostback(idOf(value), describeObject(value, members))
  }
  const { id: noticeId, livemode, type } = read.data
  // A key of test mode knows nothing of live payments, and the other way.
  if (livemode !== client.isLive) return [{ kind: 'wrong-mode', noticeId, mode: livemode ? 'live' : 'test' }]
  if (!handled.has(type)) return []
  const subject = subjectOf(read.data)
  return subject === null ? [] : [{ kind: 'look-up', noticeId, subject }]
}

/** Refuses before any hash is made. The SDK checks only that a signature is not too old. */
function checkTime(header: string, now: Date): void {
  const [, seconds] = /^t=([0-9]{1,12}),(?=v[01]=)[!-~]{1,1000}(?![\s\S])/u.exec(header) ?? []
  if (seconds === undefined) throw new NotSignedIn('A postback without a signature')
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(seconds)) > toleranceSeconds)
    throw new NotSignedIn('A postback whose time is too far from now')
}

/** Returns the verified body. @throws NotSignedIn under no secret; UnreadablePostback for a body that is no event of this kind. */
function verify(
  { webhooks }: StripeClient,
  header: string,
  rawBody: Uint8Array,
  { secrets, now }: Pick<EventOptions, 'secrets' | 'now'>,
): unknown {
  const body = exactText(rawBody)
  for (const secret of secrets) {
    try {
      return webhooks.constructEvent(body, header, secret, toleranceSeconds, undefined, now.getTime())
    } catch (error) {
      // The errors of the SDK have the body in them. Any but this one is about a body whose signature is right.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
        throw new UnreadablePostback('unknown', describeObject(null, ['body']))
    }
  }
  throw new NotSignedIn('A postback with a wrong signature')
}

/** Reads bytes as text of which the same bytes would be made: the SDK would drop a byte order mark. @throws NotSignedIn. */
function exactText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new NotSignedIn('A postback that is no text')
  }
}

const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    ? value.id.slice(0, 100)
    : 'unknown'

/** The thing that an event is about; `null` when it must have the mark of a portal and has none. */
function subjectOf({ data: { object } }: Notice): NewsSubject | null {
  const metadata = object.metadata ?? {}
  // Refunds and disputes made at Stripe have no mark: their payment has.
  if (object.object === 'refund' || object.object === 'dispute') {
    const found = object.payment_intent ?? object.charge
    return found === null || found === undefined ? null : { about: 'reference', reference: found }
  }
  // They name no portal: each looks for the method among its own.
  if (object.object === 'mandate' || object.object === 'payment_method')
    return typeof object.id === 'string' ? { about: 'reference', reference: object.id } : null
  const request = metadata['coopline_reference'] ?? ''
  if (object.mode === 'setup') return name.test(request) ? { about: 'method-request', reference: request } : null
  const transNo = transNoOn(metadata)
  return transNo !== null && name.test(transNo) ? { about: 'payment', transNo } : null
}

import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { NotSignedIn } from '../../errors.ts'
import { type ProviderNews, UnreadablePostback } from '../payment-gateway.ts'
import { describeObject } from '../read-object.ts'
import { isSameSignature } from '../signatures.ts'

const customerDeleted = 'net.authorize.customer.deleted'
const methodPrefix = 'net.authorize.customer.paymentProfile.'

/** The events after which a payment, or a customer with its stored method, must be fetched. */
export const handledTypes = [
  customerDeleted,
  `${methodPrefix}created`,
  `${methodPrefix}deleted`,
  `${methodPrefix}updated`,
  'net.authorize.payment.authcapture.created',
  'net.authorize.payment.fraud.approved',
  'net.authorize.payment.fraud.declined',
  'net.authorize.payment.refund.created',
  'net.authorize.payment.void.created',
] as const

const handled: ReadonlySet<string> = new Set(handledTypes)

/** The parts of news that the portal reads. Figures in it do not count. */
const notice = z.object({
  notificationId: z.string().regex(/^[!-~]{1,100}(?![\s\S])/u),
  eventType: z.string().max(100),
  payload: z.object({
    entityName: z.string().max(60).nullish(),
    id: z.string().max(100).nullish(),
    customerProfileId: z.union([z.string().max(30), z.int()]).nullish(),
  }),
})

const customerPrefix = 'customer-'

/** Returns the id of the customer that a reference in news is about; `null` for a reference of a transaction. */
export const customerIn = (reference: string): string | null =>
  reference.startsWith(customerPrefix) ? reference.slice(customerPrefix.length) : null

const idIn = (text: string | number | null | undefined): string | undefined =>
  /^[0-9]{1,30}(?![\s\S])/u.exec(String(text ?? ''))?.[0]

/**
 * Verifies a call of Authorize.net and reads it. News are only a reason to look.
 *
 * @param keys signature keys, in hexadecimal digits. Published examples use a key as text or as the bytes that its digits stand for; both
 *   need the key, so both count.
 * @throws NotSignedIn; UnreadablePostback.
 */
export function readEvents(
  headers: Readonly<Record<string, string>>,
  rawBody: Uint8Array,
  keys: readonly string[],
): readonly ProviderNews[] {
  const [, signature] = /^sha512=([0-9a-f]{128})(?![\s\S])/iu.exec(headers['x-anet-signature'] ?? '') ?? []
  if (signature === undefined) throw new NotSignedIn('A postback without a signature')
  const given = Buffer.from(signature, 'hex')
  const isSigned = keys
    .flatMap((key) => [Buffer.from(key), Buffer.from(key, 'hex')])
    .some((key) => isSameSignature(given, createHmac('sha512', key).update(rawBody).digest()))
  if (!isSigned) throw new NotSignedIn('A postback with a wrong signature')
  const value = parsed(rawBody)
  const read = notice.safeParse(value)
  if (!read.success) {
    const members = read.error.issues.map((issue) => issue.path.join('.'))
    throw new UnreadablePostback('unknown', describeObject(value, members))
  }
  const { notificationId: noticeId, eventType, payload } = read.data
  if (!handled.has(eventType)) return []
  const isOfMethod = eventType.startsWith(methodPrefix)
  const id = idIn(isOfMethod ? payload.customerProfileId : payload.id)
  if (id === undefined) return []
  const reference = isOfMethod || eventType === customerDeleted ? `${customerPrefix}${id}` : id
  return [{ kind: 'look-up', noticeId, subject: { about: 'reference', reference } }]
}

function parsed(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    throw new UnreadablePostback('unknown', describeObject(null, ['body']))
  }
}

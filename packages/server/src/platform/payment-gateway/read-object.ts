import type { z } from 'zod'
import type { UnreadablePayment } from './read-payment.ts'

/** Thrown inside an adapter for an object of a provider that does not have the documented form; it concerns one payment only. */
export class UnreadableObject extends Error {
  readonly payment: UnreadablePayment
  constructor(payment: UnreadablePayment) {
    super(`The payment provider sent an object that cannot be read: ${payment.members.join(', ')}`)
    this.name = 'UnreadableObject'
    this.payment = payment
  }
}

/** Reads an object of a provider's API. @throws UnreadableObject. */
export function readObject<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new UnreadableObject(
    describeObject(
      value,
      result.error.issues.map((issue) => issue.path.join('.') || issue.code),
    ),
  )
}

const shortText = (value: unknown): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9_.-]{1,100}(?![\s\S])/u.test(value) ? value : null

/** Describes an object that cannot be read, without the names, addresses and secrets that it may contain. */
export function describeObject(value: unknown, members: readonly string[]): UnreadablePayment {
  const { id, object, status } = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  return {
    transNo: null,
    outcome: shortText(status)?.slice(0, 40) ?? null,
    members: members.slice(0, 10).map((member) => member.slice(0, 60)),
    said: JSON.stringify({ id: shortText(id), object: shortText(object), status: shortText(status) }),
  }
}

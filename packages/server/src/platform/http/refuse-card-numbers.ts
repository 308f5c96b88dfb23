import type { Endpoint } from '@coopline/contract/endpoint'
import { cardNumberMessage } from '@coopline/rules/kernel/card-number.messages'
import { holdsCardNumber } from '@coopline/rules/kernel/card-number'
import { Refused } from '../errors.ts'
import { Refusal } from '../refusal.ts'

/** The callers who type values: members and visitors. Systems that sign their calls have contracts of their own. */
const typists: ReadonlySet<Endpoint['auth']> = new Set([
  'public',
  'quick-pay',
  'quick-pay-result',
  'member',
  'staff',
  'registration',
  'application-link',
])

/** Fields that are hashed, or made by the portal and not typed, or the bytes of a file. */
const exempt = /^(?:.*password|.*token|.*base64|otc)$/iu

/** These calls only compare a username with what is on file: one that looks like a card number must still work for signing in. */
const comparesUsername = /^(?:signIn|staffSignIn|credentialRecovery)\./u

const isExempt = (endpoint: Endpoint, field: string): boolean =>
  exempt.test(field) || (/^username$/iu.test(field) && comparesUsername.test(endpoint.id))

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

/**
 * Refuses card numbers in any text that a person sends: the portal never holds one (PCI DSS, REQ-D-018).
 *
 * @throws Refused naming every field that holds one; it does not repeat the text.
 */
export function refuseCardNumbers(endpoint: Endpoint, body: unknown): void {
  if (!typists.has(endpoint.auth)) return
  const fields = fieldsWithCardNumber(endpoint, body, '')
  if (fields.length === 0) return
  throw new Refused(...fields.map((field) => new Refusal('card-number', cardNumberMessage, field)))
}

function fieldsWithCardNumber(endpoint: Endpoint, value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return !uuid.test(value) && holdsCardNumber(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    isExempt(endpoint, name) ? [] : fieldsWithCardNumber(endpoint, one, path === '' ? name : `${path}.${name}`),
  )
}

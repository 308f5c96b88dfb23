import { idempotencyKeyLength } from '@coopline/contract/endpoint'
import { BadInput } from '../errors.ts'
import type { RequestFacts } from './call.ts'
import { notValid } from './parse-input.ts'

/** Returns the caller's Idempotency-Key; `undefined` without one. @throws BadInput when the header is not a valid key. */
export function idempotencyKeyOf(facts: Pick<RequestFacts, 'header'>): string | undefined {
  const key = facts.header('idempotency-key')
  if (key === undefined) return undefined
  const { minLength, maxLength } = idempotencyKeyLength
  if (key.length < minLength || key.length > maxLength || /[^!-~]/u.test(key))
    throw new BadInput(notValid('Idempotency-Key'))
  return key
}

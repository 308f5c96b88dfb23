import { notWholeCents } from '@coopline/contract/wire'
import { paymentAmountMessage } from '@coopline/rules/paying/payment-amount/payment-amount.messages'
import { notValidMessage } from './problem.messages.ts'
import type { z } from 'zod'
import { BadInput } from '../errors.ts'
import { type Refusal, refusal } from '../refusal.ts'

/**
 * Parses a part of a request: nothing is coerced, nothing unknown is dropped, every fault is named with its field.
 *
 * @throws BadInput with all faults.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const entries = result.error.issues.slice(0, 50).map(refusalOf)
  throw new BadInput(...oneOfEachAmount(entries))
}

/**
 * Keeps one fault about an amount, the outermost. An amount may occur in several places of a request, and the sentence
 * names no place.
 */
function oneOfEachAmount(entries: readonly Refusal[]): readonly Refusal[] {
  const [amount] = entries
    .filter((entry) => entry.code === amountNotValid.code)
    .toSorted((one, other) => (one.field?.length ?? 0) - (other.field?.length ?? 0))
  return entries.filter((entry) => entry.code !== amountNotValid.code || entry === amount)
}

const amountNotValid = { code: 'amount-not-valid', field: 'amount' } as const

/** Names the field and the kind of its fault. It never repeats the value that was sent. */
function refusalOf(issue: z.core.$ZodIssue): Refusal {
  const field = issue.path.map(String).join('.').slice(0, 200)
  if (issue.message === notWholeCents) return refusal(paymentAmountMessage, amountNotValid, field)
  return notValid(field, issue.code === 'unrecognized_keys' ? 'unknown-field' : 'not-valid')
}

/** Creates the refusal of a field whose value is not of the documented form. */
export const notValid = (field: string, code: 'not-valid' | 'unknown-field' = 'not-valid'): Refusal =>
  refusal(notValidMessage, field === '' ? { code } : { code, field })

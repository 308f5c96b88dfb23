import type { ProblemEntry } from '@coopline/contract/problem-body'
import { notWholeCents } from '@coopline/contract/wire'
import type { Language } from '@coopline/rules/kernel/problem'
import { paymentAmountMessage } from '@coopline/rules/paying/payment-amount/payment-amount.messages'
import { problemTexts } from './problem.messages.ts'
import type { z } from 'zod'
import { BadInput } from '../errors.ts'

/**
 * Parses a part of a request: nothing is coerced, nothing unknown is dropped, every fault is named with its field.
 *
 * @throws BadInput with all faults.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown, language: Language): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const entries = result.error.issues.slice(0, 50).map((issue) => entryOf(issue, language))
  throw new BadInput(oneOfEachAmount(entries))
}

/**
 * Keeps one fault about an amount, the outermost. An amount may occur in several places of a request, and the sentence
 * names no place.
 */
function oneOfEachAmount(entries: readonly ProblemEntry[]): readonly ProblemEntry[] {
  const [amount] = entries
    .filter((entry) => entry.code === amountNotValid.code)
    .toSorted((one, other) => (one.field?.length ?? 0) - (other.field?.length ?? 0))
  return entries.filter((entry) => entry.code !== amountNotValid.code || entry === amount)
}

const amountNotValid = { code: 'amount-not-valid', field: 'amount' } as const

/** Names the field and the kind of its fault. It never repeats the value that was sent. */
function entryOf(issue: z.core.$ZodIssue, language: Language): ProblemEntry {
  const field = issue.path.map(String).join('.').slice(0, 200)
  if (issue.message === notWholeCents)
    return { code: amountNotValid.code, message: paymentAmountMessage(amountNotValid, language), field }
  const text = problemTexts(language)
  const code = issue.code === 'unrecognized_keys' ? 'unknown-field' : 'not-valid'
  const message = field === '' ? text.notValid : `${text.notValid} (${field})`
  return field === '' ? { code, message } : { code, message, field }
}

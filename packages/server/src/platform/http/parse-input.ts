import type { ProblemEntry } from '@coopline/contract/problem-body'
import type { Language } from '@coopline/rules/kernel/problem'
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
  throw new BadInput(result.error.issues.slice(0, 50).map((issue) => entryOf(issue, language)))
}

/** Says which field and what kind of fault; never repeats what was sent. */
function entryOf(issue: z.core.$ZodIssue, language: Language): ProblemEntry {
  const field = issue.path.map(String).join('.').slice(0, 200)
  const text = problemTexts(language)
  const code = issue.code === 'unrecognized_keys' ? 'unknown-field' : 'not-valid'
  const message = field === '' ? text.notValid : `${text.notValid} (${field})`
  return field === '' ? { code, message } : { code, message, field }
}

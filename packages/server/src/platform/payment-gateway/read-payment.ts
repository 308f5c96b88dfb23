import type { z } from 'zod'
import { BadInput } from '../errors.ts'
import { checkTexts } from '../http/check-texts.ts'
import { withoutCardNumbers } from './redact-card-numbers.ts'

/** A payment about which the provider reported something unreadable. It moves no money; staff must review it. */
export interface UnreadablePayment {
  /** `null` when even that cannot be read. */
  readonly transNo: string | null
  /** The reported outcome, such as `succeeded`; `null` when it cannot be read. */
  readonly outcome: string | null
  /** The fields that do not have the documented form. */
  readonly members: readonly string[]
  /** The text that the provider sent, without card numbers, cut to a length that can be stored. */
  readonly said: string
}

export type ReadPayment<T> =
  | { readonly kind: 'readable'; readonly payment: T }
  | { readonly kind: 'unreadable'; readonly payment: UnreadablePayment }

/** Reads one payment, so that an unreadable payment does not affect others. Never throws. */
export function readPayment<T>(schema: z.ZodType<T>, value: unknown): ReadPayment<T> {
  const result = schema.safeParse(value)
  if (!result.success) {
    const members = result.error.issues.map((issue) => issue.path.join('.') || issue.code)
    return { kind: 'unreadable', payment: describeUnreadable(value, members) }
  }
  try {
    checkTexts(result.data)
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    return { kind: 'unreadable', payment: describeUnreadable(value, ['texts']) }
  }
  return { kind: 'readable', payment: result.data }
}

/** @param value what was parsed, or the text itself where it is not JSON. */
export function describeUnreadable(value: unknown, members: readonly string[]): UnreadablePayment {
  const { transNo, status, type } = typeof value === 'object' && value !== null ? (value as Said) : {}
  return {
    transNo: textLike(transNo, /^[!-~]{1,64}(?![\s\S])/u),
    outcome: textLike(status ?? type, /^[a-z.-]{1,40}(?![\s\S])/u)?.replace('payment.', '') ?? null,
    members: members.slice(0, mostMembers).map((member) => member.slice(0, 60)),
    said: storable(typeof value === 'string' ? value : JSON.stringify(value, withoutToken)),
  }
}

/** A token charges a stored method, so stored evidence never contains it. */
const withoutToken = (key: string, value: unknown): unknown => (key === 'token' ? undefined : value)

interface Said {
  readonly transNo?: unknown
  readonly status?: unknown
  readonly type?: unknown
}

const mostMembers = 10
const longestEvidence = 4_000

const textLike = (value: unknown, pattern: RegExp): string | null =>
  typeof value === 'string' && pattern.test(value) ? value : null

/** The text without characters that the database or a terminal cannot take. */
const storable = (text: string): string =>
  withoutCardNumbers(text.replaceAll(/\p{Cc}/gu, ' ').toWellFormed())
    .slice(0, longestEvidence)
    .toWellFormed()

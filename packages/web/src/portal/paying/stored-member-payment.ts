import type { Cents } from '@coopline/rules/kernel/money'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import { isRecord } from '../call/is-record.ts'
import { readSessionItem, removeSessionItem, writeSessionItem } from '../session/session-storage.ts'

const storageKey = 'mcp_memberPayment'

/** Shorter than a payment stays open at the provider, 90 minutes by default: an expired one can no longer be paid. */
const storedForMs = 30 * 60_000

/** A member's choice of amounts and payment method. Amounts are cents. */
export interface MemberChoice {
  /** By account number. */
  readonly amounts: Readonly<Record<string, Cents>>
  readonly method: PaymentType
  /** The stored method that is charged, and the fee that the page shows for it; `null` or absent for the provider's page. */
  readonly stored?: { readonly methodId: string; readonly fee: Cents } | null
}

/** One wish to pay. However often it is sent, its key is the same, so that the server does it once. */
export interface MemberAttempt extends MemberChoice {
  readonly key: string
  readonly memberNumber: string
  /** The accounts in the order in which the payment names them. The list may have another one when it is sent again. */
  readonly order: readonly string[]
  readonly startedAt: number
}

/**
 * The attempt to send: the one that this tab sent last while it is the same wish, else a new one. A member who comes back
 * from the provider's page without a result, by Back for example, is handed to the same payment again.
 *
 * @param order the account numbers as the page lists them.
 */
export function memberAttempt(
  memberNumber: string,
  choice: MemberChoice,
  order: readonly string[] = Object.keys(choice.amounts),
): MemberAttempt {
  const former = findMemberAttempt(memberNumber)
  if (former !== null && identityOf(former) === identityOf(choice)) return { ...former, ...choice }
  return { ...choice, memberNumber, order, key: crypto.randomUUID(), startedAt: Date.now() }
}

export const keepMemberAttempt = (attempt: MemberAttempt): void => writeSessionItem(storageKey, attempt)

/** The next payment is a new one, even of the same amounts: the result of the last one is known. */
export const forgetMemberAttempt = (): void => removeSessionItem(storageKey)

export function findMemberAttempt(memberNumber: string): MemberAttempt | null {
  const kept = readSessionItem(storageKey)
  if (!isStored(kept) || kept.memberNumber !== memberNumber) return null
  return Date.now() - kept.startedAt < storedForMs ? kept : null
}

const identityOf = ({ amounts, method, stored = null }: MemberChoice): string =>
  JSON.stringify([method, stored?.methodId ?? null, Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1))])

// Nothing but `keepMemberAttempt` writes this value, so its outline is looked at and no more.
const isStored = (value: unknown): value is MemberAttempt =>
  isRecord(value) &&
  isRecord(value['amounts']) &&
  Array.isArray(value['order']) &&
  typeof value['startedAt'] === 'number'

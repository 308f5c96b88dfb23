import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import { isRecord } from '../../../portal/call/is-record.ts'
import { readSessionItem, removeSessionItem, writeSessionItem } from '../../../portal/session/session-storage.ts'

const storageKey = 'mcp_paymentResult'

/** The kind of payer: a member, a Quick Pay visitor, or a guest who pays an account that a member shares. */
export type PaidAs = 'member' | 'quick-pay' | 'shared'

/** Reads the kind of payer from the return address. */
export const paidAsIn = (query: Pick<URLSearchParams, 'get'>): PaidAs => {
  if (query.get('isFromQuickPay') === 'true') return 'quick-pay'
  return query.get('isShared') === 'true' ? 'shared' : 'member'
}

/** A payment that the provider sent the payer back from, and what became of it once that is known. */
export interface StoredResult {
  readonly encodedParam: string
  readonly paidAs: PaidAs
  readonly result: PaymentResult | null
}

/**
 * Kept for this tab, so that loading the page again shows the payment though its address no longer names it and the
 * token is gone (REQ-D-187).
 */
export const keepResult = (kept: StoredResult): void => writeSessionItem(storageKey, kept)

export const forgetResult = (): void => removeSessionItem(storageKey)

export function findResult(): StoredResult | null {
  const kept = readSessionItem(storageKey)
  return isStored(kept) ? kept : null
}

// Nothing but `keepResult` writes this value, so its outline is looked at and no more.
const isStored = (value: unknown): value is StoredResult =>
  isRecord(value) && typeof value['encodedParam'] === 'string' && typeof value['paidAs'] === 'string'

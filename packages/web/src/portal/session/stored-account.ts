import { isRecord } from '../call/is-record.ts'
import { readSessionItem, writeSessionItem } from './session-storage.ts'

const storageKey = 'mcp_selectedAccount'

const listeners = new Set<() => void>()

/** Hears of another account being chosen in this tab. */
export function onStoredAccount(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The account that a member chose in this tab; `null` before they chose one. No one else's choice counts. */
export function storedAccount(memberNumber: string): string | null {
  const kept = readSessionItem(storageKey)
  if (!isRecord(kept) || kept['memberNumber'] !== memberNumber) return null
  const { accountNumber } = kept
  return typeof accountNumber === 'string' ? accountNumber : null
}

/** Keeps the choice until the tab is closed or the member signs out. */
export function keepAccount(memberNumber: string, accountNumber: string): void {
  writeSessionItem(storageKey, { memberNumber, accountNumber })
  for (const listener of listeners) listener()
}

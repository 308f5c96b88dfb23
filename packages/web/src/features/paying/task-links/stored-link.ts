import { isRecord } from '../../../portal/call/is-record.ts'
import { readSessionItem, writeSessionItem } from '../../../portal/session/session-storage.ts'

const storageKey = 'portal_pay_link'

/** Keeps the id of the link in this tab while the payer is on the provider's page, whose way back does not have it. */
export const keepLink = (token: string): void => writeSessionItem(storageKey, { token })

export function findStoredLink(): string {
  const kept = readSessionItem(storageKey)
  return isRecord(kept) && typeof kept['token'] === 'string' ? kept['token'] : ''
}

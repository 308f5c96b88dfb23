import type { AnswerOf } from '@coopline/contract/endpoint'
import type { outage } from '@coopline/contract/service/outage/outage.contract'
import { isRecord } from '../../../portal/call/is-record.ts'
import { readLocalItem, removeLocalItem, writeLocalItem } from '../../../portal/session/local-storage.ts'
import { findPortalView } from '../../../portal/session/portal-view.ts'
import { lastStatusKey } from '../../../portal/session/stored-user.ts'

/** The outage status that a member saw last in this browser. */
export interface LastStatus {
  readonly memberNumber: string
  readonly accountNumber: string
  /** The cooperative's time zone. */
  readonly timeZone: string
  readonly status: AnswerOf<(typeof outage)['status']>
  /** Milliseconds since 1970. */
  readonly loadedAt: number
}

/** No session lasts longer. */
const longestMs = 12 * 3_600_000

/** Keeps the status until the member signs out, the session ends or another member signs in. A portal view keeps nothing. */
export function keepLastStatus(status: LastStatus): void {
  if (findPortalView() === null) writeLocalItem(lastStatusKey, JSON.stringify(status))
}

/** The member's last status; `null`, and nothing stays behind, when it is old or another member's. */
export function findLastStatus(memberNumber: string, now: number): LastStatus | null {
  if (findPortalView() !== null) return null
  const kept = parse(readLocalItem(lastStatusKey))
  if (!isRecord(kept)) return null
  const age = now - Number(kept['loadedAt'])
  if (kept['memberNumber'] === memberNumber && age >= 0 && age <= longestMs) {
    // Only `keepLastStatus` writes there.
    return kept as unknown as LastStatus
  }
  removeLocalItem(lastStatusKey)
  return null
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

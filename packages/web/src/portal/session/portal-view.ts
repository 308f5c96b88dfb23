import type { PortalView } from '@coopline/contract/staff/member-support/member-support.contract'
import { isRecord } from '../call/is-record.ts'
import {
  clearSessionItems,
  portalViewKey,
  readSessionItem,
  removeSessionItem,
  writeSessionItem,
} from './session-storage.ts'

/** Staff see the portal as a member in this tab (decision 0219). */
export interface StoredPortalView extends Omit<PortalView, 'secondsLeft'> {
  /** By the clock of this computer, which may differ from the server's. */
  readonly endsAt: string
  /** The member's page in the staff console. */
  readonly backTo: string
}

/** The view that this document has left: unfinished work must not continue as the member who is signed in to this browser. */
let left: StoredPortalView | null = null

/** For tests, which have one document. @internal */
export function forgetLeftView(): void {
  left = null
}

/** The view of this tab; `null` in every other one. It does not depend on a member who is signed in to the browser. */
export function findPortalView(): StoredPortalView | null {
  if (left !== null) return left
  const kept = readSessionItem(portalViewKey)
  // Only `enterPortalView` writes there.
  return isRecord(kept) ? (kept as unknown as StoredPortalView) : null
}

/**
 * Makes this tab show the portal as the member, from `target` on, without what it stored of anyone before. A tab enters and leaves
 * a view with a new document only.
 */
export function enterPortalView({ secondsLeft, ...view }: PortalView, backTo: string, target: string): void {
  const endsAt = new Date(Date.now() + secondsLeft * 1_000).toISOString()
  clearSessionItems()
  writeSessionItem(portalViewKey, { ...view, endsAt, backTo } satisfies StoredPortalView)
  window.location.replace(target)
}

/** Leaves the view for the member's page in the console. Nothing of the member stays in this tab, nor on the screen until then. */
export function leavePortalView(view: StoredPortalView): void {
  if (left !== null) return
  left = view
  clearSessionItems()
  removeSessionItem(portalViewKey)
  document.body.hidden = true
  // Back may bring this document again.
  window.addEventListener('pageshow', () => window.location.reload())
  window.location.replace(view.backTo)
}

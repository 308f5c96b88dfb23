import { isRecord } from '../call/is-record.ts'
import { clearLocalItems, readLocalItem, removeLocalItem, writeLocalItem } from './local-storage.ts'
import { findPortalView } from './portal-view.ts'
import { clearSessionItems } from './session-storage.ts'

const storageKey = 'mcp_currentUser'

/** The outage status that the member saw last (`features/service/outage/last-status.ts`). */
export const lastStatusKey = 'mcp_lastOutageStatus'

/** An outage report that waits for a connection (`features/service/outage/waiting-report.ts`). */
export const waitingReportKey = 'mcp_waitingReport'

/**
 * The keys that outlive a session in this browser: an announcement that was closed, how the pages look (SH-68), and an outage report that
 * no one has yet. Signing out removes that too, and so does another member's sign-in if a member wrote it (REQ-D-387).
 */
const storedAfterSession: ReadonlySet<string> = new Set([
  'mcp_announcementClosed',
  'mcp_language',
  'mcp_theme',
  waitingReportKey,
])

/** The signed-in member as the browser keeps it (DE-01). */
export interface StoredUser {
  readonly accessToken: string
  readonly memberNumber: string
  readonly memberMfaEnabled: boolean
}

/**
 * The user in local storage. `pending` is a member who has entered the password and not yet the code: neither signed in nor
 * signed out (SH-62).
 */
export type StoredSession =
  | { readonly kind: 'none' }
  | { readonly kind: 'signed-in'; readonly user: StoredUser }
  | { readonly kind: 'pending' }
  | { readonly kind: 'invalid' }

/** Reads the stored user from its text; whether the token is still good is for the server to say. */
export function parseStoredUser(text: string | null): StoredSession {
  if (text === null || text === '') return { kind: 'none' }
  const value = parseJson(text)
  if (!isRecord(value)) return { kind: 'invalid' }

  const { accessToken, memberNumber, memberMfaEnabled } = value
  const hasToken = typeof accessToken === 'string' && accessToken !== ''
  if (memberMfaEnabled === true && !hasToken) return { kind: 'pending' }
  if (!hasToken || typeof memberNumber !== 'string' || memberNumber === '' || typeof memberMfaEnabled !== 'boolean') {
    return { kind: 'invalid' }
  }
  return { kind: 'signed-in', user: { accessToken, memberNumber, memberMfaEnabled } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** Hears of sign-in and sign-out, also in another tab. */
export function onStoredUser(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** For a browser without storage: the session then lasts as long as the document. */
let unkept: string | null = null
let leavingTo: string | null = null

/** Reads the stored user. In a portal view this is the member whom staff see, even when another one is signed in to this browser. */
function storedText(): string | null {
  const view = findPortalView()
  return view === null ? (readLocalItem(storageKey) ?? unkept) : JSON.stringify(view)
}

/** The stored user's text and the target after signing out, as one comparable value. */
export const storedSession = (): string => JSON.stringify([storedText(), leavingTo])

/** The signed-in user, from any tab; `null` without one. */
export function findStoredUser(): StoredUser | null {
  const stored = parseStoredUser(storedText())
  return stored.kind === 'signed-in' ? stored.user : null
}

/** The member who wrote the waiting outage report; `undefined` without a report of a member. */
function findReportWriter(): unknown {
  const report = parseJson(readLocalItem(waitingReportKey) ?? 'null')
  const form = isRecord(report) ? report['form'] : undefined
  return isRecord(form) ? form['memberNumber'] : undefined
}

/** Stores the signed-in user, or the new token of a renewed session. */
export function keepStoredUser({ accessToken, memberNumber, memberMfaEnabled }: StoredUser): void {
  if (findStoredUser()?.memberNumber !== memberNumber) removeLocalItem(lastStatusKey)
  const writer = findReportWriter()
  if (writer !== undefined && writer !== memberNumber) removeLocalItem(waitingReportKey)
  keep({ accessToken, memberNumber, memberMfaEnabled })
}

/**
 * Stores a change of a member: a new token, the second step set up or removed. It may be known only after they signed out: nothing
 * is changed of another member.
 */
export function changeStoredUser(
  memberNumber: string | undefined,
  change: Partial<Omit<StoredUser, 'memberNumber'>>,
): void {
  const user = findStoredUser()
  if (user !== null && user.memberNumber === memberNumber) keepStoredUser({ ...user, ...change })
}

/** Keeps that the password was right and the code is still owed. */
export const keepPendingUser = (): void => keep({ accessToken: '', memberNumber: '', memberMfaEnabled: true })

function keep(user: StoredUser): void {
  const text = JSON.stringify(user)
  writeLocalItem(storageKey, text)
  unkept = readLocalItem(storageKey) === text ? null : text
  tell()
}

/** Discards a pending sign-in. A signed-in member stays signed in. */
export function forgetPendingUser(): void {
  if (parseStoredUser(storedText()).kind !== 'pending') return
  removeLocalItem(storageKey)
  unkept = null
  tell()
}

/** Forgets the member and everything kept for them; they go to `target` from wherever that leaves the page. */
export function forgetStoredUser(target: string): void {
  clearLocalItems(storedAfterSession)
  clearSessionItems()
  unkept = null
  leavingTo = target
  tell()
}

/** The member who signed out has arrived somewhere. */
export function endLeaving(): void {
  if (leavingTo === null) return
  leavingTo = null
  tell()
}

import { isRecord } from './is-record.ts'
import { readStored, removeStored } from './stored-value.ts'

const storageKey = 'mcp_currentUser'

/** The signed-in member as the browser keeps it (spec 001 §1; 002 §9). */
export interface StoredUser {
  readonly accessToken: string
  readonly memberNumber: string
  readonly memberMfaEnabled: boolean
}

/**
 * What local storage says about who is here. `pending` is a member who has given the password and not yet the code:
 * not signed in, and not signed out either (spec 002 §4).
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

/** The stored user's text and where a member who has just signed out is on the way to, as one comparable value. */
export const storedSession = (): string => JSON.stringify([readStored(storageKey), leavingTo])

let leavingTo: string | null = null

/** Forgets the member, who goes to `target` from wherever that leaves the page. */
export function forgetStoredUser(target: string): void {
  removeStored(storageKey)
  leavingTo = target
  for (const listener of listeners) listener()
}

/** The member who signed out has arrived somewhere. */
export function endLeaving(): void {
  if (leavingTo === null) return
  leavingTo = null
  for (const listener of listeners) listener()
}

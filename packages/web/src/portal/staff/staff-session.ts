import { useMemo, useSyncExternalStore } from 'react'
import { isRecord } from '../call/is-record.ts'
import { readLocalItem, removeLocalItem, writeLocalItem } from '../session/local-storage.ts'

const storageKey = 'staff_session'

/** The staff member who is signed in, in every tab of this browser. Independent of a member's session. */
export interface StoredStaff {
  readonly accessToken: string
  readonly name: string
  readonly username: string
  readonly role: string
}

function parseStoredStaff(text: string | null): StoredStaff | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (!isRecord(value)) return null
    const { accessToken, name, username, role } = value
    const isWhole = [accessToken, name, username, role].every((one) => typeof one === 'string' && one !== '')
    return isWhole ? ({ accessToken, name, username, role } as StoredStaff) : null
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()

function onStoredStaff(listener: () => void): () => void {
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

const storedText = (): string | null => readLocalItem(storageKey) ?? unkept
const nothing = () => null

export const findStoredStaff = (): StoredStaff | null => parseStoredStaff(storedText())

export function keepStoredStaff(staff: StoredStaff): void {
  const text = JSON.stringify(staff)
  writeLocalItem(storageKey, text)
  unkept = readLocalItem(storageKey) === text ? null : text
  for (const listener of listeners) listener()
}

export function forgetStoredStaff(): void {
  removeLocalItem(storageKey)
  unkept = null
  for (const listener of listeners) listener()
}

/** The signed-in staff member; `null` for no one. */
export function useStoredStaff(): StoredStaff | null {
  const text = useSyncExternalStore(onStoredStaff, storedText, nothing)
  return useMemo(() => parseStoredStaff(text), [text])
}

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { forgetStoredUser, onStoredUser, parseStoredUser, type StoredUser, storedUserText } from './stored-user.ts'

export interface Session {
  readonly member: StoredUser | null
  /** True when a member is signed in as far as the browser can tell; the server judges every call by itself. */
  readonly isValid: boolean
  /** True when something is stored that cannot be a session: it is to be ended, not ignored (spec 002 §4). */
  readonly isBroken: boolean
  /** Forgets the member in this browser. Where to go next is the shell's business. */
  readonly signOut: () => void
}

const SessionContext = createContext<Session | null>(null)

const nobodyYet = () => null

/** Follows the stored user, so that signing out in one tab signs out in all. On the server nobody is signed in. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const text = useSyncExternalStore(onStoredUser, storedUserText, nobodyYet)
  const session = useMemo((): Session => {
    const stored = parseStoredUser(text)
    const member = stored.kind === 'signed-in' ? stored.user : null
    return { member, isValid: member !== null, isBroken: stored.kind === 'invalid', signOut: forgetStoredUser }
  }, [text])
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession needs a SessionProvider above it')
  return session
}

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { forgetStoredUser, onStoredUser, parseStoredUser, storedSession, type StoredUser } from './stored-user.ts'

export interface Session {
  readonly member: StoredUser | null
  /** True when a member is signed in as far as the browser can tell; the server judges every call by itself. */
  readonly isValid: boolean
  /** True when something is stored that cannot be a session: it is to be ended, not ignored (SH-63). */
  readonly isBroken: boolean
  /** Where a member who has just signed out is going: a guard sends them there, not to sign in again. */
  readonly leavingTo: string | null
  /** Forgets the member in this browser, who goes to `target` next. */
  readonly signOut: (target: string) => void
}

const SessionContext = createContext<Session | null>(null)

const nobodyYet = () => '[null,null]'

/** Follows the stored user, so that signing out in one tab signs out in all. On the server nobody is signed in. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const kept = useSyncExternalStore(onStoredUser, storedSession, nobodyYet)
  const session = useMemo((): Session => {
    const [text, leavingTo]: readonly (string | null)[] = JSON.parse(kept)
    const stored = parseStoredUser(text ?? null)
    const member = stored.kind === 'signed-in' ? stored.user : null
    return {
      member,
      isValid: member !== null,
      isBroken: stored.kind === 'invalid',
      leavingTo: leavingTo ?? null,
      signOut: forgetStoredUser,
    }
  }, [kept])
  return <SessionContext value={session}>{children}</SessionContext>
}

const assumed: Session = { member: null, isValid: true, isBroken: false, leavingTo: null, signOut: () => undefined }

/** For the frame of a page that only members open: the server, which knows nobody, draws it as for one of them. */
export const AssumedMember = ({ children }: { readonly children: ReactNode }) => (
  <SessionContext value={assumed}>{children}</SessionContext>
)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession needs a SessionProvider above it')
  return session
}

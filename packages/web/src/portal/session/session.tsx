import { isGuestNumber } from '@coopline/rules/identity/shared-access/guest-number'
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { forgetStoredUser, onStoredUser, parseStoredUser, storedSession, type StoredUser } from './stored-user.ts'

export interface Session {
  readonly member: StoredUser | null
  /** True when the browser has a signed-in member; the server checks every call. */
  readonly isValid: boolean
  /** True when something is stored that cannot be a session: it is to be ended, not ignored (SH-63). */
  readonly isBroken: boolean
  /** The target of a member who has just signed out: a guard redirects them there instead of to the login page. */
  readonly leavingTo: string | null
  /** Clears the member from this browser and navigates to `target`. */
  readonly signOut: (target: string) => void
}

const SessionContext = createContext<Session | null>(null)

const noOneYet = () => '[null,null]'

/** Follows the stored user, so that signing out in one tab signs out in all. On the server there is none. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const kept = useSyncExternalStore(onStoredUser, storedSession, noOneYet)
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

const assumed: Session = {
  member: { accessToken: '', memberNumber: '', memberMfaEnabled: false },
  isValid: true,
  isBroken: false,
  leavingTo: null,
  signOut: () => undefined,
}

/** For the frame of a members' page: the server does not know the member and draws the page before its first answer. */
export const AssumedMember = ({ children }: { readonly children: ReactNode }) => (
  <SessionContext value={assumed}>{children}</SessionContext>
)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession needs a SessionProvider above it')
  return session
}

/** The viewer of a page. */
export type Viewer = Pick<Session, 'member' | 'isValid'>

/** True while a login without a membership is signed in: it sees only what others share with it. */
export const isGuest = ({ member, isValid }: Viewer): boolean =>
  isValid && member !== null && isGuestNumber(member.memberNumber)

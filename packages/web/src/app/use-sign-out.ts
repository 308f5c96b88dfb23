import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { endSession } from '../portal/end-session.ts'
import { useRouteTable } from '../portal/route-table.tsx'
import { useSession } from '../portal/session.tsx'
import { useSite } from '../portal/site.tsx'
import { findStoredUser } from '../portal/stored-user.ts'
import { signOutTarget } from './sign-out-target.ts'

interface SignOut {
  readonly signOut: () => void
  /** The server is being told. */
  readonly isLeaving: boolean
}

/** Signs out by the member's own wish, on the server too, and goes where the cooperative says (spec 002 §4). */
export function useSignOut(): SignOut {
  const { signOut: forget } = useSession()
  const { signOutLink } = useSite().settings
  const table = useRouteTable()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)

  const signOut = useCallback(() => {
    const leave = async () => {
      const token = findStoredUser()?.accessToken
      setLeaving(true)
      if (token !== undefined) await endSession(token)
      setLeaving(false)
      const target = signOutTarget(signOutLink, table, window.location.origin)
      forget(target)
      queries.clear()
      await navigate(target)
    }
    void leave()
  }, [navigate, signOutLink, table, forget, queries])
  return { signOut, isLeaving }
}

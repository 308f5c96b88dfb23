import { paths } from '@coopline/contract/paths'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onCallFailed } from '../portal/call-failed.ts'
import { routeExists, useRouteTable } from '../portal/route-table.tsx'
import { useSession } from '../portal/session.tsx'
import { useSite } from '../portal/site.tsx'
import { signOutTarget } from './sign-out-target.ts'

/** Signs out by the member's own wish and goes where the cooperative says (spec 002 §4). */
export function useSignOut(): () => void {
  const { signOut } = useSession()
  const { signOutLink } = useSite().settings
  const table = useRouteTable()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useCallback(() => {
    const target = signOutTarget(signOutLink, table, window.location.origin)
    signOut(target)
    queries.clear()
    void navigate(target)
  }, [navigate, signOutLink, table, signOut, queries])
}

/**
 * Ends a session that is none any more: the stored user is unreadable, or the server refused the member's own token
 * (spec 002 §4). A member who still owes the code of the second factor is left alone.
 */
export function EndOfSession() {
  const { member, isBroken, signOut } = useSession()
  const table = useRouteTable()
  const navigate = useNavigate()
  const queries = useQueryClient()

  const end = useCallback(() => {
    const target = routeExists(table, '/login') ? paths.login({ sessionTimeOut: 'true' }) : paths.home()
    signOut(target)
    queries.clear()
    void navigate(target)
  }, [navigate, table, signOut, queries])

  useEffect(() => {
    if (isBroken) end()
  }, [isBroken, end])

  const token = member?.accessToken
  useEffect(
    () =>
      onCallFailed(({ status }, bearer) => {
        if (status === 401 && token !== undefined && bearer === token) end()
      }),
    [token, end],
  )
  return null
}

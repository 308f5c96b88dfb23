import { paths } from '@coopline/contract/paths'
import { useQueryClient } from '@tanstack/react-query'
import { createElement, useCallback, useContext, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { onCallFailed } from '../portal/call/call-failed.ts'
import { forgetTypingOfOthers, keepTyping } from '../portal/form/saved-typing.ts'
import { findPortalView, leavePortalView } from '../portal/session/portal-view.ts'
import { findRoute, routeExists, useRouteTable } from '../portal/page/route-table.tsx'
import { useSession } from '../portal/session/session.tsx'
import { findStoredUser } from '../portal/session/stored-user.ts'
import { clearSessionItems } from '../portal/session/session-storage.ts'
import { useSessionWatch } from './session-watch/use-session-watch.ts'
import { ReloadDocumentContext } from './site-scripts/document-change.ts'

/**
 * Ends a session that is no longer valid: the stored user is unreadable, or the server refused the member's own token
 * (SH-62, SH-63). A member who still owes the code of the second factor is left alone. While a session lasts, the watch
 * warns before its end.
 */
export function EndOfSession() {
  const { isBroken } = useSession()
  const end = useEndOfSession()

  useEffect(() => {
    if (isBroken) end()
  }, [isBroken, end])

  useEffect(
    () =>
      onCallFailed(({ status }, bearer) => {
        // The token stored now: one that another tab has renewed since the call began is no reason to end.
        if (status === 401 && bearer !== undefined && findStoredUser()?.accessToken === bearer) end()
      }),
    [end],
  )
  useNothingLeftBehind()

  const Watch = useSessionWatch()
  return Watch && createElement(Watch, { onEnd: end })
}

/** Goes to sign in, and from there back to the page that the member was on. */
function useEndOfSession(): () => void {
  const { signOut } = useSession()
  const table = useRouteTable()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useCallback(() => {
    const view = findPortalView()
    if (view !== null) return leavePortalView(view)
    const { pathname, search } = window.location
    const comesBack = findRoute(table, pathname)?.guarded === true
    const login = paths.login({ sessionTimeOut: 'true', ...(comesBack && { returnUrl: pathname + search }) })
    const target = routeExists(table, '/login') ? login : paths.home()
    const user = findStoredUser()
    if (user !== null) keepTyping(user.memberNumber)
    signOut(target)
    queries.clear()
    return void navigate(target, { replace: true })
  }, [navigate, table, signOut, queries])
}

/** Removes a member's data for the next user of the browser, from memory and from pages in the back/forward cache. */
function useNothingLeftBehind(): void {
  const memberNumber = useSession().member?.memberNumber
  const queries = useQueryClient()
  const reload = useContext(ReloadDocumentContext)
  const before = useRef(memberNumber)

  useEffect(() => {
    if (before.current !== undefined && before.current !== memberNumber) {
      queries.clear()
      clearSessionItems()
    }
    if (memberNumber !== undefined) forgetTypingOfOthers(memberNumber)
    before.current = memberNumber
  }, [memberNumber, queries])

  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted || findStoredUser()?.memberNumber === memberNumber) return
      document.body.hidden = true
      reload()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [memberNumber, reload])
}

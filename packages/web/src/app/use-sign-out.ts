import { paths } from '@coopline/contract/paths'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { forgetSavedTyping } from '../portal/form/saved-typing.ts'
import { removeLocalItem } from '../portal/session/local-storage.ts'
import { useRouteTable } from '../portal/page/route-table.tsx'
import { useSession } from '../portal/session/session.tsx'
import { findPortalView, leavePortalView } from '../portal/session/portal-view.ts'
import { useSite } from '../portal/page/site.tsx'
import { waitingReportKey } from '../portal/session/stored-user.ts'

interface SignOut {
  readonly signOut: () => void
  /** The call to the server is in progress. */
  readonly isLeaving: boolean
}

/** Signs out by the member's own wish: on the server, in this browser, and off to where the cooperative says. */
export function useSignOut(): SignOut {
  const { signOut: forget } = useSession()
  const { signOutLink } = useSite().settings
  const table = useRouteTable()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)

  const leave = async () => {
    setLeaving(true)
    const view = findPortalView()
    if (view !== null) {
      const end = async () => (await import('../portal/session/end-portal-view.ts')).endPortalView(view)
      return end().catch(() => leavePortalView(view))
    }
    // When the code does not load, as offline, this browser still forgets the member.
    const target = await import('./sign-out.ts').then(({ signOut }) => signOut(signOutLink, table), paths.home)
    setLeaving(false)
    removeLocalItem(waitingReportKey)
    // The server may have refused the call that ends a session, because it was over: then what was typed was kept.
    forgetSavedTyping()
    forget(target)
    queries.clear()
    // In the place of the page that only members see: Back does not lead there.
    return navigate(target, { replace: true })
  }
  return { signOut: () => void leave(), isLeaving }
}

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Replaces this address with another, on every visit: a member who returns while the other page is still loading is redirected
 * again, where the router's `<Navigate>` would leave the page empty.
 */
export function Redirect({ to, state }: { readonly to: string; readonly state?: unknown }) {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => {
    const { pathname, search } = location
    if (pathname + search !== to) void navigate(to, { replace: true, state })
  }, [to, state, location, navigate])
  return null
}

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Replaces this address by another. It does so on every visit: a member who comes back while the other page still loads
 * is redirected again, where the router's `<Navigate>` would leave the page empty.
 */
export function Redirect({ to }: { readonly to: string }) {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => {
    const { pathname, search } = location
    if (pathname + search !== to) void navigate(to, { replace: true })
  }, [to, location, navigate])
  return null
}

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Leads on to another address, in the place of this one. It does so anew for every visit: whoever comes back here while
 * the other page is still on its way is led on again, where the router's own piece would stay silent on an empty page.
 */
export function LeadOn({ to }: { readonly to: string }) {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => {
    const { pathname, search } = location
    if (pathname + search !== to) void navigate(to, { replace: true })
  }, [to, location, navigate])
  return null
}

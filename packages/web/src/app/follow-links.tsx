import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { findRoute, type RouteTable, useRouteTable } from '../portal/page/route-table.tsx'

/**
 * Follows links to the portal's own pages without reloading the document. One listener for every link, those in the
 * cooperative's texts too; pages write plain `<a href>`. Anything else is left to the browser: other sites, files,
 * new windows, jumps within the page.
 */
export function FollowLinks() {
  const navigate = useNavigate()
  const table = useRouteTable()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = event.defaultPrevented || !isPlain(event) ? null : targetOf(event, table)
      if (target === null) return
      event.preventDefault()
      const { pathname, search, hash } = window.location
      const { address, tab } = target
      void navigate(address, {
        replace: address === pathname + search + hash,
        ...(tab !== undefined && { state: { tab } }),
      })
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate, table])
  return null
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

interface Target {
  readonly address: string
  /** The tab that the page is to open, in the link's `data-opens-tab`. */
  readonly tab: string | undefined
}

function targetOf(event: MouseEvent, table: RouteTable): Target | null {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return null
  if (link.target !== '' && link.target !== '_self') return null
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href)
  if (origin !== window.location.origin || findRoute(table, pathname) === undefined) return null
  const isJump = hash !== '' && pathname === window.location.pathname && search === window.location.search
  return isJump ? null : { address: pathname + search + hash, tab: link.dataset['opensTab'] }
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { resetCallsUnderWay } from '../portal/call/calls-under-way.ts'
import { pageTitle } from '../portal/page/page-title.ts'
import { type PortalRoute, routeTitles, useRouteTable } from '../portal/page/route-table.tsx'
import { useSite } from '../portal/page/site.tsx'
import { endLeaving } from '../portal/session/stored-user.ts'
import { useLanguage } from '../portal/text/text.tsx'
import { announce } from './announcer.tsx'
import { useMaintenance } from '../portal/page/maintenance.tsx'
import { allowsSiteScripts } from './site-scripts/allows-site-scripts.ts'
import { reportPageView } from './site-scripts/report-page-view.ts'
import { tellSiteScripts } from './site-scripts/site-scripts.tsx'

/** True until the first page has been shown. The browser announces that page itself. */
let isFirstPage = true

/** For a portal that starts again in the same document, as tests do. @internal */
export function forgetFirstPage(): void {
  isFirstPage = true
}

/**
 * Sets the title, focus and scroll position when a page appears, resets the loading indicator and notifies the site's
 * scripts (SH-69 to SH-71). It renders beside the page in the same boundary, so it waits for the page.
 */
export function NavigationEnd({ entry }: { readonly entry: PortalRoute }) {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const queries = useQueryClient()
  const title = useDocumentTitle(entry)
  const site = useSite()
  const hasScripts = allowsSiteScripts(useRouteTable(), pathname, useMaintenance().isOn)

  // Before the page's own effects start its calls: those count for this page.
  useLayoutEffect(() => {
    resetCallsUnderWay()
    void queries.cancelQueries({ type: 'inactive' })
  }, [queries])

  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    endLeaving()
    tellSiteScripts(pathname)
    reportPageView(site, entry, hasScripts)
    if (isFirstPage) {
      isFirstPage = false
      return
    }
    // Going back, the browser returns to where the member was on that page.
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0)
    focusHeading()
    announce(document.title)
    // Once for each page shown; the component is new for every navigation.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return null
}

function useDocumentTitle(entry: PortalRoute): string {
  const { language } = useLanguage()
  const { coopName } = useSite().settings
  return pageTitle(
    routeTitles(useRouteTable(), entry).map((title) => title?.in(language)),
    coopName,
  )
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading === null) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

import { paths } from '@coopline/contract/paths'
import { createElement, Suspense, use } from 'react'
import { useLocation } from 'react-router'
import { Redirect } from '../portal/page/redirect.tsx'
import { useMaintenance } from '../portal/page/maintenance.tsx'
import { findRoute, isOpenTo, type PortalRoute, routeExists, useRouteTable } from '../portal/page/route-table.tsx'
import { useSession } from '../portal/session/session.tsx'
import { useLanguage } from '../portal/text/text.tsx'
import { unknownAddress } from '../portal/page/unknown-address.ts'
import { NavigationEnd } from './navigation-end.tsx'
import { usePageKey } from './page-key.ts'
import { findPage, loadPage } from './page-store.ts'
import { PageFault } from './page-fault.tsx'
import { shortFormTarget } from './short-forms.ts'
import { useDocumentChange } from './site-scripts/document-change.ts'

/** Shows the page of the address, or redirects. */
export function PageView() {
  const location = useLocation()
  const { pathname, search } = location
  const table = useRouteTable()
  const session = useSession()
  const maintenance = useMaintenance()
  const pageKey = usePageKey()
  const entry = findRoute(table, pathname)
  const changesDocument = useDocumentChange(pathname)

  const short = shortFormTarget(table, pathname)
  if (short !== null) return <Redirect to={short + search} />
  if (maintenance.isOn && pathname !== paths.maintenance()) return <Redirect to={paths.maintenance()} />
  if (entry === undefined) return <Redirect to={paths.home()} state={unknownAddress} />
  if (entry.guarded && !session.isValid) {
    // Without a login page there is no return path.
    const signIn = routeExists(table, '/login') ? paths.login({ returnUrl: pathname + search }) : paths.home()
    return <Redirect to={session.leavingTo ?? signIn} />
  }
  if (!isOpenTo(entry, session)) return <Redirect to={paths.sharedWithMe()} />
  if (changesDocument) return null
  return (
    // What one member typed or opened is not there for another who signs in elsewhere in this browser.
    <PageFault key={entry.guarded ? `${pageKey} ${session.member?.memberNumber}` : pageKey}>
      <Suspense fallback={null}>
        <LoadedPage entry={entry} />
        <NavigationEnd entry={entry} />
      </Suspense>
    </PageFault>
  )
}

function LoadedPage({ entry }: { readonly entry: PortalRoute }) {
  const { language } = useLanguage()
  const page = findPage(entry, language)
  if (page !== undefined) return createElement(page)
  use(loadPage(entry, language))
  return null
}

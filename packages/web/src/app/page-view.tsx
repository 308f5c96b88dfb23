import { paths } from '@coopline/contract/paths'
import { Component, createElement, type ReactNode, Suspense, use, useState } from 'react'
import { useLocation } from 'react-router'
import { Redirect } from '../portal/page/redirect.tsx'
import { useMaintenance } from '../portal/page/maintenance.tsx'
import { findRoute, isOpenTo, type PortalRoute, routeExists, useRouteTable } from '../portal/page/route-table.tsx'
import { useSession } from '../portal/session/session.tsx'
import { useLanguage, useText } from '../portal/text/text.tsx'
import { unknownAddress } from '../portal/page/unknown-address.ts'
import { NavigationEnd } from './navigation-end.tsx'
import { findPage, loadPage, PageNotLoaded } from './page-store.ts'
import { shortFormTarget } from './short-forms.ts'
import { useDocumentChange } from './site-scripts/document-change.ts'
import { isSamePage } from '../portal/page/page-address.ts'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { PageHeading } from '@coopline/ui/page-heading'
import { isOffline } from '../portal/call/call-failed.ts'

interface PageFaultProps {
  readonly children: ReactNode
}

/** Stands for a page that fell over, or whose files could not be loaded: the shell stays, and it can be tried again. */
class PageFault extends Component<PageFaultProps, { readonly error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('A page threw nothing') }
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <FaultPage error={this.state.error} />
  }
}

function FaultPage({ error }: { readonly error: unknown }) {
  const { common } = useText('shell')
  const why = error instanceof PageNotLoaded ? common.notLoaded : common.fault
  return (
    <>
      <PageHeading title={common.faultTitle} />
      <Alert tone="error">
        <p>{isOffline() ? common.noConnection : why}</p>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {common.reload}
        </Button>
      </Alert>
    </>
  )
}

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

/**
 * The key of the page that is shown: a new one for every navigation, to the address already shown too, so that no page
 * is ever reused (SH-71, REQ-D-006). A jump within the page and `useReplaceQuery` keep it.
 */
function usePageKey(): string {
  const { pathname, search, hash, key, state } = useLocation()
  const [shown, setShown] = useState({ pathname, search, hash, locationKey: key, pageKey: key })
  if (key === shown.locationKey) return shown.pageKey

  const jumped = shown.pathname === pathname && shown.search === search && shown.hash !== hash
  const pageKey = jumped || isSamePage(state) ? shown.pageKey : key
  setShown({ pathname, search, hash, locationKey: key, pageKey })
  return pageKey
}

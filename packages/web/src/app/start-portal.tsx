import type { Language } from '@coopline/rules/kernel/problem'
import { type ComponentType, lazy, type ReactNode, startTransition, Suspense, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { startLanguage } from '../portal/text/language.ts'
import { readLocalItem } from '../portal/session/local-storage.ts'
import { findRoute, type PortalRoute, type RouteTable } from '../portal/page/route-table.tsx'
import { findPortalView } from '../portal/session/portal-view.ts'
import { loadStartData } from '../portal/call/start-data.ts'
import { findStoredUser, waitingReportKey } from '../portal/session/stored-user.ts'
import { loadTexts } from '../portal/text/text-store.ts'
import { applyTheme, startTheme } from '../portal/page/theme-choice.ts'
import { loadPage } from './page-store.ts'
import { Portal, PortalContexts } from './portal.tsx'
import { shortFormTarget } from './short-forms.ts'
import { leaveFrame } from './take-over.ts'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'

/** Only members have one, so its code loads when it is shown. */
const loadAccountList = async () => (await import('./shell/account-list.tsx')).AccountList

/** Only in the tab of a portal view. Where it does not load, there is no portal either: no one sees a member without it. */
const loadPortalViewBanner = async () => (await import('./portal-view/portal-view-banner.tsx')).PortalViewBanner

/**
 * Puts the portal over the served frame. The first page's code and texts are there before the first render, so the
 * frame gives way to the same picture at once; and it is drawn in one go, so that no touch falls between the two. When
 * that cannot be loaded, the frame says so.
 */
export async function startPortal(container: HTMLElement, table: RouteTable): Promise<void> {
  try {
    await drawPortal(container, table)
  } catch (error) {
    window.cooplineEarly?.giveUp()
    throw error
  }
}

async function drawPortal(container: HTMLElement, table: RouteTable): Promise<void> {
  const { site, language: served } = await loadStartData()
  leaveShortForm(table)
  const first = findRoute(table, window.location.pathname)
  const chosen = () => startLanguage(served, navigator.languages)
  const [Banner, accountList] = await Promise.all([
    findPortalView() === null ? null : loadPortalViewBanner(),
    first?.accountList === true && findStoredUser() !== null ? loadAccountList().catch(() => null) : null,
    loadFirstPage(first, chosen),
  ])
  await endOfPress()
  // The press may have been for the other language.
  const language = await loadFirstPage(first, chosen)
  const theme = startTheme()
  document.documentElement.lang = language
  applyTheme(theme)
  const goOn = leaveFrame(container)
  flushSync(() =>
    createRoot(container, { onRecoverableError: reportCause }).render(
      <PortalContexts site={site} language={language} theme={theme} table={table}>
        <AddressRouter>
          <Portal accountList={drawAccountList(accountList)} banner={Banner && <Banner />} />
        </AddressRouter>
      </PortalContexts>,
    ),
  )
  goOn()
  if (Banner === null && readLocalItem(waitingReportKey) !== null) void sendWaitingReport().catch(() => undefined)
}

const endOfPress = (): Promise<void> =>
  new Promise((resolve) => {
    if (window.cooplineEarly === undefined) resolve()
    else window.cooplineEarly.afterPress(resolve)
  })

/** React draws again what failed once, and reports it in its own words; what failed is the cause. */
const reportCause = (error: unknown): void =>
  reportError(error instanceof Error && error.cause !== undefined ? error.cause : error)

/** An outage report that was written without a connection (REQ-D-387). */
const sendWaitingReport = async () =>
  (await import('../features/service/outage/send-waiting-report.ts')).sendWaitingReport()

/** The page behind `/pages/login` is opened at its own address from the beginning. */
function leaveShortForm(table: RouteTable): void {
  const { pathname, search, hash } = window.location
  const target = shortFormTarget(table, pathname)
  if (target !== null) window.history.replaceState(window.history.state, '', target + search + hash)
}

/** Loads the page in the language that is chosen, also when another one is chosen meanwhile. */
async function loadFirstPage(first: PortalRoute | undefined, chosen: () => Language): Promise<Language> {
  const language = chosen()
  await Promise.all([
    loadTexts(language, 'shell'),
    // A page that cannot be loaded shows itself as a fault inside the shell.
    first === undefined ? undefined : loadPage(first, language).catch(() => undefined),
  ])
  return chosen() === language ? language : loadFirstPage(first, chosen)
}

function drawAccountList(Loaded: ComponentType | null): ReactNode {
  if (Loaded !== null) return <Loaded />
  const Later = lazy(async () => ({ default: await loadAccountList() }))
  return (
    <Suspense fallback={null}>
      <Later />
    </Suspense>
  )
}

/**
 * The router over the address of the browser. The library's `BrowserRouter` is the same, but is bundled with its links, forms
 * and documents: four unused kilobytes for every visitor. The library's history has "unsafe" in its name because it is not
 * part of its stable API.
 *
 * @internal
 */
export function AddressRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => history.listen((next) => startTransition(() => setState(next))), [history])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}

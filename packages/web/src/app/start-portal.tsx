import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { AddressRouter } from './address-router.tsx'
import { startLanguage } from '../portal/language.ts'
import { findRoute, type RouteTable } from '../portal/route-table.tsx'
import { loadStartData } from '../portal/start-data.ts'
import { loadTexts } from '../portal/text-store.ts'
import { applyTheme, startTheme } from '../portal/theme.tsx'
import { loadPage } from './page-store.ts'
import { Portal, PortalContexts } from './portal.tsx'

/** Only members have one, so its code comes when it is shown. */
const AccountList = lazy(async () => ({ default: (await import('./shell/account-list.tsx')).AccountList }))

const accountList = (
  <Suspense fallback={null}>
    <AccountList />
  </Suspense>
)

/**
 * Puts the portal over the served frame. The first page's code and texts are there before the first render, so the
 * frame gives way to the same picture at once.
 */
export async function startPortal(container: HTMLElement, table: RouteTable): Promise<void> {
  const { site, language: served } = await loadStartData()
  const language = startLanguage(served, navigator.languages)
  const theme = startTheme()
  document.documentElement.lang = language
  applyTheme(theme)

  const first = findRoute(table, window.location.pathname)
  await Promise.all([
    loadTexts(language, 'shell'),
    // A page that cannot be loaded shows itself as a fault inside the shell.
    first === undefined ? undefined : loadPage(first, language).catch(() => undefined),
  ])
  createRoot(container).render(
    <PortalContexts site={site} language={language} theme={theme} table={table}>
      <AddressRouter>
        <Portal accountList={accountList} />
      </AddressRouter>
    </PortalContexts>,
  )
}

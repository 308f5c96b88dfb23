import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { act, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, vi } from 'vitest'
import { AddressRouter } from '../app/start-portal.tsx'
import { forgetFirstPage } from '../app/navigation-end.tsx'
import { Portal, PortalContexts } from '../app/portal.tsx'
import { loadPage } from '../app/page-store.ts'
import { routes } from '../app/routes.tsx'
import { ReloadDocumentContext } from '../app/site-scripts/document-change.ts'
import { forgetSiteScripts } from '../app/site-scripts/site-scripts.tsx'
import { provideAllTexts } from '../frame/provide-all-texts.ts'
import { forgetLeftView } from '../portal/session/portal-view.ts'
import { findRoute, type RouteTable } from '../portal/page/route-table.tsx'
import { answerCalls, type Answers, type SentCall } from './answers.ts'
import { aSite } from './a-site.ts'

export const aMember = { accessToken: 'token-1', memberNumber: '1001', memberMfaEnabled: false }

/** The signed-in user in local storage. */
export const storedUser = (): unknown => JSON.parse(localStorage.getItem('mcp_currentUser') ?? 'null')

interface PortalOptions {
  readonly path?: string
  /** The navigation state of the link to the page. */
  readonly state?: unknown
  readonly site?: SiteStart
  /** The stored user, or the very text in local storage. */
  readonly session?: typeof aMember | string
  readonly table?: RouteTable
  readonly language?: Language
  readonly answers?: Answers
  readonly accountList?: ReactNode
  readonly banner?: ReactNode
  readonly onReloadDocument?: () => void
  /** Pages that the test will go to: their code is there already, as it soon is in a browser. */
  readonly visits?: readonly string[]
}

interface PortalInTest {
  readonly user: UserEvent
  readonly calls: readonly SentCall[]
  /** Path, query and fragment of the address. */
  readonly address: () => string
  /** Goes back and waits for the page. */
  readonly goBack: () => Promise<void>
}

await provideAllTexts()

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=', 1)[0]}=; Path=/; Max-Age=0`
  document.head.innerHTML = ''
  document.title = ''
  document.documentElement.lang = 'en'
  delete document.documentElement.dataset['theme']
  forgetFirstPage()
  forgetSiteScripts()
  forgetLeftView()
})

/** Opens the portal at an address, as the browser does after the first page's code has loaded. */
export async function renderPortal(options: PortalOptions = {}): Promise<PortalInTest> {
  const { path = '/home', site = aSite(), session, table = routes, language = 'en', answers = {} } = options
  window.history.replaceState(
    options.state === undefined ? null : { usr: options.state, key: 'first', idx: 0 },
    '',
    path,
  )
  document.documentElement.lang = language
  if (session !== undefined) {
    localStorage.setItem('mcp_currentUser', typeof session === 'string' ? session : JSON.stringify(session))
  }
  const calls = answerCalls(answers)
  const user = userEvent.setup()
  for (const visited of [path, ...(options.visits ?? [])]) {
    const entry = findRoute(table, visited)
    if (entry !== undefined) await loadPage(entry, language)
  }
  await act(async () => {
    render(
      <ReloadDocumentContext value={options.onReloadDocument ?? (() => undefined)}>
        <PortalContexts site={site} language={language} theme="system" table={table}>
          <AddressRouter>
            <Portal accountList={options.accountList} banner={options.banner} />
          </AddressRouter>
        </PortalContexts>
      </ReloadDocumentContext>,
    )
  })
  return {
    user,
    calls,
    address: () => window.location.pathname + window.location.search + window.location.hash,
    goBack: () =>
      act(async () => {
        window.history.back()
        await new Promise((resolve) => setTimeout(resolve, 50))
      }),
  }
}

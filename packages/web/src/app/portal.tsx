import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { MaintenanceProvider } from '../portal/page/maintenance.tsx'
import { type RouteTable, RouteTableProvider } from '../portal/page/route-table.tsx'
import { SessionProvider } from '../portal/session/session.tsx'
import { SiteProvider } from '../portal/page/site.tsx'
import { LanguageProvider, useText } from '../portal/text/text.tsx'
import { ThemeProvider } from '../portal/page/theme.tsx'
import type { ThemeChoice } from '../portal/page/theme-choice.ts'
import { ChatPlace } from './chat-place.tsx'
import { DocumentHead } from './document-head.tsx'
import { EndOfSession } from './end-of-session.tsx'
import { FollowLinks } from './follow-links.tsx'
import { PageView } from './page-view.tsx'
import { Shell } from './shell/shell.tsx'
import { SiteScripts } from './site-scripts/site-scripts.tsx'
import { StepUp } from './step-up/step-up.tsx'
import { NoAnswer } from '../portal/call/call-failed.ts'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { isSamePage } from '../portal/page/page-address.ts'
import { type Refusal, RefusalTextContext } from '@coopline/ui/typing-rule'

/**
 * Builds the query client of the pages. Loaded data is shown again for a moment and refreshed; a call without an answer is tried once
 * more, an answer is an answer. Without a network a call fails like any other instead of waiting in silence.
 */
const portalQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && error instanceof NoAnswer,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

export interface PortalParts {
  readonly site: SiteStart
  readonly language: Language
  readonly theme: ThemeChoice
  readonly table: RouteTable
}

/** Every context of a page except the router: the browser and the frame have different ones. */
export function PortalContexts({
  site,
  language,
  theme,
  table,
  children,
}: PortalParts & { readonly children: ReactNode }) {
  const [queries] = useState(portalQueries)
  return (
    <LanguageProvider initial={language}>
      <ThemeProvider initial={theme}>
        <SiteProvider site={site}>
          <QueryClientProvider client={queries}>
            <RouteTableProvider table={table}>
              <SessionProvider>
                <MaintenanceProvider initial={site.underMaintenance}>
                  <RefusalTexts>{children}</RefusalTexts>
                </MaintenanceProvider>
              </SessionProvider>
            </RouteTableProvider>
          </QueryClientProvider>
        </SiteProvider>
      </ThemeProvider>
    </LanguageProvider>
  )
}

interface PortalProps {
  readonly accountList?: ReactNode
  /** Above everything, on every page. */
  readonly banner?: ReactNode
}

/** The portal inside a router. */
export function Portal({ accountList, banner }: PortalProps) {
  return (
    <>
      <FollowLinks />
      <EndOfSession />
      <StepUp />
      <DocumentHead />
      <SiteScripts />
      <SamePageReload />
      <Shell accountList={accountList} banner={banner}>
        <PageView />
      </Shell>
      <ChatPlace />
    </>
  )
}

/** A navigation to the current address reloads its data, without cached values (RT-61, REQ-D-006). */
function SamePageReload() {
  const { pathname, search, hash, key, state } = useLocation()
  const navigationType = useNavigationType()
  const queries = useQueryClient()
  const address = pathname + search + hash
  const shown = useRef({ address, key })

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { address, key }
    const again = before.address === address && before.key !== key && navigationType !== NavigationType.Pop
    if (again && !isSamePage(state)) queries.removeQueries()
  }, [address, key, navigationType, state, queries])
  return null
}

/** Gives every field below it the sentences for what it does not take. */
function RefusalTexts({ children }: { readonly children: ReactNode }) {
  const { refusals } = useText('shell')
  const sentence = (refusal: Refusal): string => {
    if ('most' in refusal) return refusals[refusal.code](refusal.most)
    return 'character' in refusal ? refusals.character(refusal.character) : refusals[refusal.code]
  }
  return <RefusalTextContext value={sentence}>{children}</RefusalTextContext>
}

import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MaintenanceProvider } from '../portal/page/maintenance.tsx'
import { RefusalTexts } from '../portal/call/refusal-texts.tsx'
import { type RouteTable, RouteTableProvider } from '../portal/page/route-table.tsx'
import { SessionProvider } from '../portal/session/session.tsx'
import { SiteProvider } from '../portal/page/site.tsx'
import { LanguageProvider } from '../portal/text/text.tsx'
import { ThemeProvider } from '../portal/page/theme.tsx'
import type { ThemeChoice } from '../portal/page/theme-choice.ts'
import { ChatPlace } from './chat-place.tsx'
import { DocumentHead } from './document-head.tsx'
import { EndOfSession } from './end-of-session.tsx'
import { FollowLinks } from './follow-links.tsx'
import { PageView } from './page-view.tsx'
import { portalQueries } from './portal-queries.ts'
import { SamePageReload } from './same-page-reload.tsx'
import { Shell } from './shell/shell.tsx'
import { SiteScripts } from './site-scripts/site-scripts.tsx'
import { StepUp } from './step-up/step-up.tsx'

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

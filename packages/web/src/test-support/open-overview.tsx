import type { AccountInfo } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { screen, within } from '@testing-library/react'
import { routes } from '../app/routes.tsx'
import type { RouteTable } from '../portal/page/route-table.tsx'
import { loadTexts } from '../portal/text/text-store.ts'
import type { SiteChanges } from './a-site.ts'
import { aSite } from './a-site.ts'
import { overviewAnswers } from './overview-answers.ts'
import { renderPortal } from './render-portal.tsx'
import { storedMember } from './sign-in-answers.ts'

/** The routes of the overview and the login page alone, for tests that follow no link to another page. */
export const onlyOverview: RouteTable = routes.filter(
  ({ path }) => path.startsWith('/accountoverview') || path === '/login',
)

type PortalOptions = NonNullable<Parameters<typeof renderPortal>[0]>

interface OverviewOptions extends Pick<PortalOptions, 'path' | 'table' | 'language' | 'visits'> {
  readonly info?: Partial<AccountInfo>
  readonly answers?: Readonly<Record<string, unknown>>
  readonly site?: SiteChanges
}

/** Opens the overview of member M1001. The test may change `answers` later. */
export async function openOverview({ info = {}, answers: more = {}, site = {}, ...rest }: OverviewOptions = {}) {
  const answers = { ...overviewAnswers(info), ...more }
  // In a browser, the document dialog waits for these texts.
  await loadTexts(rest.language ?? 'en', 'documentViewer')
  const portal = await renderPortal({
    path: '/accountoverview',
    session: storedMember,
    site: aSite(site),
    answers,
    ...rest,
  })
  return { ...portal, answers, sent: (line: string) => portal.calls.filter((call) => call.line === line) }
}

/** Waits for the region of the page with a title. */
export const card = async (name: string) => within(await screen.findByRole('region', { name }))

/** The value beside a label. */
export function factOf(place: Pick<typeof screen, 'getByText'>, label: string): string {
  const term = place.getByText(label, { selector: 'dt' })
  return term.parentElement?.querySelector('dd')?.textContent ?? ''
}

import type { MenuItem } from '@coopline/ui/disclosure-menu'
import { routes } from '../app/routes.tsx'
import { standardMenu } from '../app/shell/standard-menu.ts'
import { texts } from '../messages/en/shell.ts'
import { findRoute, isReachable, type RouteTable } from '../portal/page/route-table.tsx'
import { aSite, type SiteChanges } from './a-site.ts'

export const everyFeature = [
  'Outage',
  'Notifications',
  'Arrangements',
  'Autopay',
  'AverageBilling',
  'Deposits',
  'RoundUp',
  'Usages',
  'OnlineServiceOrder',
]

export const everythingOn = {
  allowSubscribeForNotification: true,
  allowFutureDatedPayments: true,
  allowCreditDraft: true,
  allowBankDraft: true,
  displayFaqUrl: 'https://coop.example.org/faq',
  nexGridEnable: true,
  nexGridLinkUrl: 'https://nexgrid.example.org',
  serviceRequestMenuEnabled: true,
  memberInfoLinkAvailable: true,
  isOnlineDelinquentView: true,
  accountServiceEnabled: true,
  myMeterAvailable: true,
  outdoorLightUrl: 'https://coop.example.org/light',
  rightOfWayUrl: '/right-of-way.pdf',
}

export interface Viewer extends SiteChanges {
  readonly signedIn?: boolean
  readonly table?: RouteTable
}

function menuFor({ signedIn = true, table = routes, ...changes }: Viewer): readonly MenuItem[] {
  return standardMenu({
    site: aSite(changes),
    texts,
    isOpen: (path) => {
      const entry = findRoute(table, path)
      return entry !== undefined && (!entry.guarded || signedIn)
    },
    isReachable: (path) => isReachable(table, { isValid: signedIn, member: null }, path),
    currentPath: '/home',
  })
}

/** The menu of a cooperative that has everything. */
export const fullMenu = (changes: Viewer = {}) =>
  menuFor({
    ...changes,
    features: changes.features ?? everyFeature,
    configuration: { ...everythingOn, ...changes.configuration },
  })

/** The links of an entry, or of one of its columns, as 'title → address'. */
export function linksIn(menu: readonly MenuItem[], title: string, column?: string): readonly string[] {
  const entry = menu.find((item) => item.title === title)
  if (entry === undefined) return []
  if (!('columns' in entry)) return [`${entry.title} → ${entry.href}`]
  return entry.columns
    .filter(({ heading }) => column === undefined || heading === column)
    .flatMap(({ links }) => links.map((link) => `${link.title} → ${link.href}`))
}

export const allLinks = (menu: readonly MenuItem[]) => menu.flatMap(({ title }) => linksIn(menu, title))
export const hasPath = (menu: readonly MenuItem[], path: string) =>
  allLinks(menu).some((link) => link.endsWith(`→ ${path}`))

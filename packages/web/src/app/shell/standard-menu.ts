import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { paths } from '@coopline/contract/paths'
import type { MenuColumn, MenuItem, MenuLink } from '@coopline/ui/disclosure-menu'
import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'
import { hasFeature } from '../../portal/page/site.tsx'
import type { TextsOf } from '../../portal/text/text-store.ts'

/** The facts from which the menu is built. */
export interface MenuFacts {
  readonly site: SiteStart
  readonly texts: TextsOf<'shell'>
  /** Whether the page exists and the user may open it: it is public, or they are signed in. */
  readonly isOpen: (path: string) => boolean
  /** Whether `isOpen` holds now or after a sign-in. */
  readonly isReachable: (path: string) => boolean
  /** Path of the page being read. */
  readonly currentPath: string
}

/** A link with what must hold beside the page being there. */
interface Draft {
  readonly title: string
  readonly href: string
  readonly when?: boolean
  readonly elsewhere?: boolean
}

/**
 * The standard menu (SH-09, REQ-D-206, REQ-D-208, REQ-D-215, REQ-D-219): every link with the flag that gates it. A link
 * whose page does not exist is left out, and so is a group without links.
 */
export function standardMenu(facts: MenuFacts): readonly MenuItem[] {
  const { site, texts, isOpen, isReachable } = facts
  const { links, menu } = texts
  // Visitors see the public outages when the cooperative publishes them.
  const isForEveryone = site.settings.publicOutages && !isOpen(paths.outageStatus())
  const outage = link(facts, {
    title: links.outage,
    href: isForEveryone ? paths.outages() : paths.outageStatus(),
  })
  const groups = [
    { title: menu.myAccount, columns: [{ links: linksOf(facts, myAccount(facts)) }] },
    {
      title: menu.billingAndPayments,
      columns: [
        { heading: menu.billing, links: linksOf(facts, billing(facts)) },
        { heading: menu.payments, links: linksOf(facts, payments(facts)) },
      ],
    },
  ]
  const more = { title: menu.more, columns: [{ links: linksOf(facts, moreLinks(facts)) }] }
  return [
    link(facts, { title: links.home, href: site.settings.homeClickRedirectionLink || paths.home() }),
    ...groups.flatMap(withLinks),
    ...(hasFeature(site, 'Outage') && isReachable(paths.outageStatus()) ? [outage] : []),
    ...withLinks(more),
  ]
}

function myAccount({ site, texts: { links }, isReachable }: MenuFacts): readonly Draft[] {
  const { configuration } = site
  const hasUsage = hasFeature(site, 'Usages')
  const notifies = hasFeature(site, 'Notifications') && configuration.allowSubscribeForNotification
  return [
    { title: links.accountOverview, href: paths.accountOverview() },
    { title: links.allAccounts, href: paths.viewAllAccounts() },
    { title: links.accountProfile, href: paths.accountProfile() },
    { title: links.myProfile, href: paths.myProfile() },
    { title: links.sharedWithMe, href: paths.sharedWithMe(), when: site.settings.sharedAccess },
    { title: links.usage, href: paths.usageTracker(), when: hasUsage },
    {
      title: configuration.detailedUsageAnalysisLabel || links.usageAnalysis,
      href: paths.accountOverview({ link: 'usageanalysis' }),
      // The overview links to the usage page.
      when: hasUsage && isReachable(paths.usageTracker()),
    },
    {
      title: links.myMeter,
      href: paths.accountOverview({ link: 'mymeter' }),
      when: hasUsage && configuration.myMeterAvailable,
    },
    configuration.whecEnabled
      ? { title: links.contacts, href: paths.manageContacts() }
      : { title: links.notifications, href: paths.manageNotifications(), when: notifies },
    { title: links.roundUp, href: paths.operationRoundUp(), when: hasFeature(site, 'RoundUp') },
  ]
}

const billing = ({ site, texts: { links } }: MenuFacts): readonly Draft[] => [
  { title: links.history, href: paths.billingHistory() },
  { title: links.arrangements, href: paths.viewArrangements(), when: hasFeature(site, 'Arrangements') },
  { title: links.deposits, href: paths.viewDeposits(), when: hasFeature(site, 'Deposits') },
  { title: links.capitalCredits, href: paths.capitalCredits(), when: hasFeature(site, 'CapitalCredits') },
  { title: links.averageBilling, href: paths.averageBilling(), when: hasFeature(site, 'AverageBilling') },
  { title: links.delinquents, href: paths.delinquentHistory(), when: site.configuration.isOnlineDelinquentView },
]

function payments({ site, texts: { links } }: MenuFacts): readonly Draft[] {
  const { whecEnabled, allowCreditDraft, allowBankDraft, allowFutureDatedPayments } = site.configuration
  return [
    { title: links.payMultiple, href: paths.payMultiple() },
    { title: links.autoPay, href: paths.autoPay(), when: hasFeature(site, 'Autopay') },
    { title: links.paymentProfile, href: paths.paymentProfile() },
    {
      title: whecEnabled ? links.ezPay : links.draftPayments,
      href: paths.draftPayments(),
      when: allowCreditDraft || allowBankDraft,
    },
    { title: links.scheduledPayments, href: paths.scheduledPayments(), when: allowFutureDatedPayments },
    { title: links.paymentOptions, href: paths.paymentOptions() },
  ]
}

function moreLinks({ site, texts: { links } }: MenuFacts): readonly Draft[] {
  const { configuration } = site
  const takesOrders = hasFeature(site, 'OnlineServiceOrder') && configuration.serviceRequestMenuEnabled
  const { accountServiceEnabled } = configuration
  return [
    { title: links.serviceRequests, href: paths.serviceRequests(), when: takesOrders },
    { title: links.startStopService, href: paths.serviceRequests(), when: accountServiceEnabled },
    settingLink(links.outdoorLight, configuration.outdoorLightUrl, accountServiceEnabled),
    settingLink(links.rightOfWay, configuration.rightOfWayUrl, accountServiceEnabled),
    { title: links.servicesProducts, href: paths.servicesProducts() },
    {
      title: configuration.memberInfoDocsLinkName || links.memberDocuments,
      href: paths.memberInfoDocs(),
      when: configuration.memberInfoLinkAvailable,
    },
    settingLink(links.faq, configuration.displayFaqUrl, true),
    settingLink(links.nexGrid, configuration.nexGridLinkUrl, configuration.nexGridEnable),
    { title: links.termsOfUse, href: paths.legalTerms() },
  ]
}

/** A link whose address a setting gives: to another site in a window of its own; none when it is empty or unsafe. */
const settingLink = (title: string, href: string, when: boolean): Draft => ({
  title,
  href,
  when: when && isSafeLink(href),
  elsewhere: true,
})

const linksOf = (facts: MenuFacts, drafts: readonly Draft[]): readonly MenuLink[] =>
  drafts
    .filter(({ href, when = true, elsewhere = false }) => when && (elsewhere || facts.isOpen(href)))
    .map((draft) => link(facts, draft))

const link = ({ currentPath }: MenuFacts, { title, href }: Draft): MenuLink => ({
  title,
  href,
  external: /^https?:/iu.test(href),
  current: href === currentPath,
})

/** The group with the columns that have links; nothing when none has. */
function withLinks(group: { readonly title: string; readonly columns: readonly MenuColumn[] }): readonly MenuItem[] {
  const columns = group.columns.filter((column) => column.links.length > 0)
  return columns.length === 0 ? [] : [{ title: group.title, columns }]
}

import { paths } from '@coopline/contract/paths'
import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { canReportOutage } from '@coopline/rules/service/outage-display/can-report-outage'
import { isSecureLink } from '@coopline/rules/site/safe-link/safe-link'
import type { IconName } from '@coopline/ui/icon'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { hasFeature } from '../../../portal/page/site.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import type { OverviewSettings } from './overview-settings.ts'
import type { AccountInfo } from './use-overview.ts'

export interface OverviewLink {
  readonly icon: IconName
  readonly title: string
  readonly href: string
}

/** The facts from which the links are built. */
export interface LinkFacts {
  readonly own: OwnAccount
  readonly info: AccountInfo
  readonly site: SiteStart
  readonly known: OverviewSettings
  readonly shell: TextsOf<'shell'>['links']
  readonly text: TextsOf<'accountOverview'>['links']
  readonly isReachable: (path: string) => boolean
}

interface Draft extends OverviewLink {
  readonly when?: boolean
}

const isElectric = ({ accountType }: AccountInfo): boolean => accountType === 'Electric'

/** The outage page about this account, with what it reads from its address (AO-26). */
export const outagePage = ({ own, info }: Pick<LinkFacts, 'own' | 'info'>, tab?: 'report'): string =>
  paths.outageStatus({
    accountno: own.accountNumber,
    memberno: own.memberNumber,
    locationid: info.locationId,
    accounttype: info.accountType,
    ...(tab !== undefined && { tab }),
  })

const hasOutagePage = ({ info, site, known }: LinkFacts): boolean =>
  hasFeature(site, 'Outage') && (isElectric(info) || !known.hidesNonElectricOutage)

/** Whether an outage of this account may be reported, and there is where (AO-62). */
export const offersOutageReport = (facts: LinkFacts): boolean =>
  hasOutagePage(facts) && canReportOutage(facts.info.derivedStatus) && facts.isReachable(paths.outageStatus())

/** Links about this account, each gated by its flag and left out while its page does not exist (REQ-D-104). */
export function quickLinks(facts: LinkFacts): readonly OverviewLink[] {
  const { own, info, site, shell, text, known } = facts
  const { configuration } = site
  const accountno = own.accountNumber
  const showsUsage =
    hasFeature(site, 'Usages') && info.viewUsageHistory && (isElectric(info) || !known.hidesNonElectricUsage)
  return open(facts, [
    { icon: 'user', title: shell.accountProfile, href: paths.accountProfile({ accountno }) },
    contactLink(facts),
    {
      icon: 'leaf',
      title: text.paperless,
      href: paths.myProfile({ paperless: 'true' }),
      when: hasFeature(site, 'PaperlessMemberEnabled') || hasFeature(site, 'PaperlessAccountEnabled'),
    },
    { icon: 'outage', title: shell.outage, href: outagePage(facts), when: hasOutagePage(facts) },
    {
      icon: 'tools',
      title: shell.serviceRequests,
      href: paths.serviceRequests({ accountno }),
      when: hasFeature(site, 'OnlineServiceOrder') && configuration.serviceRequestMenuEnabled,
    },
    { icon: 'bolt', title: shell.usage, href: paths.usageTracker({ accountno }), when: showsUsage },
    {
      icon: 'check',
      title: text.meterReading,
      href: paths.meterReading({ accountno }),
      when: info.collectMeterReading,
    },
    {
      icon: 'bolt',
      title: text.meterSense,
      href: paths.meterSense({ accountno }),
      when: isSecureLink(info.meterSenseccUrl),
    },
    { icon: 'home', title: shell.home, href: paths.home() },
  ])
}

const contactLink = ({ own, site, shell }: LinkFacts): Draft =>
  site.configuration.whecEnabled
    ? { icon: 'mail', title: shell.contacts, href: paths.manageContacts() }
    : {
        icon: 'mail',
        title: shell.notifications,
        href: paths.manageNotifications({ accountno: own.accountNumber }),
        when: hasFeature(site, 'Notifications') && site.configuration.allowSubscribeForNotification,
      }

/** Ways of paying automatically, shown under the same conditions. */
export function payPrograms(facts: LinkFacts): readonly OverviewLink[] {
  const { own, site, shell } = facts
  const accountno = own.accountNumber
  const { whecEnabled, allowCreditDraft, allowBankDraft } = site.configuration
  return open(facts, [
    { icon: 'card', title: shell.autoPay, href: paths.autoPay(), when: hasFeature(site, 'Autopay') },
    {
      icon: 'bill',
      title: shell.averageBilling,
      href: paths.averageBilling(),
      when: hasFeature(site, 'AverageBilling'),
    },
    {
      icon: 'bank',
      title: whecEnabled ? shell.ezPay : shell.draftPayments,
      href: paths.draftPayments({ accountno }),
      when: allowCreditDraft || allowBankDraft,
    },
    {
      icon: 'leaf',
      title: shell.roundUp,
      href: paths.operationRoundUp({ accountno }),
      when: hasFeature(site, 'RoundUp'),
    },
  ])
}

const open = ({ isReachable }: LinkFacts, drafts: readonly Draft[]): readonly OverviewLink[] =>
  drafts.filter(({ href, when = true }) => when && isReachable(href))

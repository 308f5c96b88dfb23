import { paths } from '@coopline/contract/paths'
import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { IconName } from '@coopline/ui/icon'
import { hasFeature } from '../../../portal/page/site.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'

/** One way on from a page. */
export interface SiteCard {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly href: string
}

interface CardFacts {
  readonly site: SiteStart
  readonly shell: TextsOf<'shell'>
  readonly texts: TextsOf<'site'>
  /** Whether a link to the path works for the user. */
  readonly isReachable: (path: string) => boolean
}

/** The cards of the home page (HM-05 to HM-13, REQ-D-070, REQ-D-071): only those whose page exists. */
export function homeCards({ site, shell, texts, isReachable }: CardFacts): readonly SiteCard[] {
  const { home } = texts
  const { links } = shell
  const { whecEnabled, allowCreditDraft, allowBankDraft, myMeterAvailable } = site.configuration
  const hasTypes = site.serviceAccountTypes.length > 0
  const servicesProducts: SiteCard = {
    icon: 'leaf',
    title: links.servicesProducts,
    text: home.servicesProducts,
    href: paths.servicesProducts(),
  }
  const onlinePayments: SiteCard = {
    icon: 'bill',
    title: home.onlinePaymentsTitle,
    text: home.onlinePayments,
    href: paths.accountOverview(),
  }
  const newService: SiteCard = {
    icon: 'home',
    title: hasTypes ? home.newServiceTitle : home.applicationTitle,
    text: home.newService,
    href: hasTypes ? paths.selectServiceType() : paths.applicationForService(),
  }
  const myMeter: SiteCard = {
    icon: 'bolt',
    title: links.myMeter,
    text: home.myMeter,
    href: paths.accountOverview({ link: 'mymeter' }),
  }
  const drafts: SiteCard = {
    icon: 'bank',
    title: whecEnabled ? links.ezPay : links.draftPayments,
    text: home.drafts,
    href: paths.draftPayments(),
  }
  const cards: readonly SiteCard[] = [
    { icon: 'card', title: links.paymentOptions, text: home.paymentOptions, href: paths.paymentOptions() },
    whecEnabled || !isReachable(onlinePayments.href) ? servicesProducts : onlinePayments,
    { icon: 'user', title: links.accountProfile, text: home.accountProfile, href: paths.accountProfile() },
    ...(hasFeature(site, 'ApplicationForService') ? [newService] : []),
    ...(myMeterAvailable ? [myMeter] : []),
    ...(allowCreditDraft || allowBankDraft ? [drafts] : []),
    { icon: 'bill', title: links.payMultiple, text: home.payMultiple, href: paths.payMultiple() },
  ]
  return cards.filter(({ href }) => isReachable(href))
}

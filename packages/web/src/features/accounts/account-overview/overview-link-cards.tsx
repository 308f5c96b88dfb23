import { ButtonLink } from '@coopline/ui/button-link'
import { Icon } from '@coopline/ui/icon'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import styles from './account-overview.module.css'
import { LinkCard } from './link.card.tsx'
import { type LinkFacts, offersOutageReport, outagePage, payPrograms, quickLinks } from './overview-links.ts'

interface OverviewLinksProps extends Pick<LinkFacts, 'own' | 'info' | 'known'> {
  readonly onMyMeter: () => void
}

/** Report an outage, the quick links and the payment programs. */
export function OverviewLinks({ own, info, known, onMyMeter }: OverviewLinksProps) {
  const { links: text, details } = useText('accountOverview')
  const { links: shell } = useText('shell')
  const site = useSite()
  const facts = { own, info, known, site, shell, text, isReachable: useReachable() }
  const myMeter = (
    <button type="button" className={styles.link} onClick={onMyMeter}>
      <Icon name="bolt" />
      <span className={styles.linkTitle}>{shell.myMeter}</span>
      <Icon name="external" />
    </button>
  )
  return (
    <>
      {offersOutageReport(facts) && (
        <ButtonLink href={outagePage(facts, 'report')} variant="secondary">
          {details.outage}
        </ButtonLink>
      )}
      <LinkCard title={text.programs} links={payPrograms(facts)} />
      <LinkCard
        title={text.quick}
        links={quickLinks(facts)}
        last={hasFeature(site, 'Usages') && site.configuration.myMeterAvailable ? myMeter : undefined}
      />
    </>
  )
}

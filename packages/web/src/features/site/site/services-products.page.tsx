import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'
import { ActionCard } from '@coopline/ui/action-card'
import { Icon, type IconName } from '@coopline/ui/icon'
import { PageHeading } from '@coopline/ui/page-heading'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import grid from './card-grid.module.css'
import styles from './services-products.module.css'

interface Tile {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly href: string
}

/** Four tiles with links to other sites. A tile without an address says that it is not available yet (REQ-D-261). */
export function ServicesProductsPage() {
  const { links, common } = useText('shell')
  const { servicesProducts: texts } = useText('site')
  const { energySavings, applianceRepair, treeTrimming, securitySystems } = useSite().settings.servicesProductsLinks
  const tiles: readonly Tile[] = [
    { icon: 'leaf', title: texts.energySavingsTitle, text: texts.energySavings, href: energySavings },
    { icon: 'tools', title: texts.applianceRepairTitle, text: texts.applianceRepair, href: applianceRepair },
    { icon: 'tree', title: texts.treeTrimmingTitle, text: texts.treeTrimming, href: treeTrimming },
    { icon: 'shield', title: texts.securitySystemsTitle, text: texts.securitySystems, href: securitySystems },
  ]
  return (
    <>
      <PageHeading
        title={links.servicesProducts}
        lead={tiles.some(({ href }) => isSafeLink(href)) ? `${texts.lead} ${common.opensInNewWindow}` : texts.lead}
      />
      <ul className={`${grid.grid} ${styles.four}`}>
        {tiles.map((tile) => (
          <li key={tile.title}>{isSafeLink(tile.href) ? <OpenTile {...tile} /> : <ClosedTile {...tile} />}</li>
        ))}
      </ul>
    </>
  )
}

function OpenTile({ icon, title, text, href }: Tile) {
  return (
    <ActionCard icon={icon} title={title} text={text} href={href} target="_blank" rel="noopener noreferrer" external />
  )
}

function ClosedTile({ icon, title, text }: Tile) {
  const { servicesProducts } = useText('site')
  return (
    <div data-ui="closed-tile" className={styles.closed}>
      <Icon name={icon} size="large" />
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        <p className={styles.text}>{servicesProducts.notYet}</p>
      </div>
    </div>
  )
}

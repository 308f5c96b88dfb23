import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'
import { hasFeature } from '../../../portal/page/site.tsx'

/** The URL of the cooperative's own map (OU-08); `null` without one. */
export function safeMapLink(site: SiteStart): string | null {
  const { outageMapLink } = site.configuration
  const isOn = hasFeature(site, 'OutageMapLinkEnabled') && outageMapLink !== '#'
  return isOn && isSafeLink(outageMapLink) ? outageMapLink : null
}

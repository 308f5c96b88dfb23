import type { SiteStart } from '@coopline/contract/site/site.contract'
import { createContext, type ReactNode, useContext } from 'react'

const SiteContext = createContext<SiteStart | null>(null)

export function SiteProvider({ site, children }: { readonly site: SiteStart; readonly children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

/** Site settings and site configuration, loaded before the first render (decision G-12). */
export function useSite(): SiteStart {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('useSite needs a SiteProvider above it')
  return site
}

/** Whether the cooperative offers a feature; one that its list does not name is off (decision G-25). */
export const hasFeature = (site: SiteStart, name: string): boolean =>
  site.settings.features.some((feature) => feature.name === name && feature.enable)

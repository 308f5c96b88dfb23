import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useLanguage } from '../text/text.tsx'

const SiteContext = createContext<SiteStart | null>(null)

/** Makes the site known as it reads in the language on the screen: what the cooperative says in Spanish too, in Spanish. */
export function SiteProvider({ site, children }: { readonly site: SiteStart; readonly children: ReactNode }) {
  const { language } = useLanguage()
  const shown = useMemo(() => (language === 'es' ? inSpanish(site) : site), [site, language])
  return <SiteContext value={shown}>{children}</SiteContext>
}

const inSpanish = (site: SiteStart): SiteStart => ({
  ...site,
  settings: { ...site.settings, ...site.spanish.settings },
  configuration: { ...site.configuration, ...site.spanish.configuration },
})

/** Site settings and site configuration, loaded before the first render (SH-81, REQ-D-207). */
export function useSite(): SiteStart {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('useSite needs a SiteProvider above it')
  return site
}

/** Whether the cooperative offers a feature; one that its list does not name is off (REQ-D-218). */
export const hasFeature = (site: SiteStart, name: string): boolean =>
  site.settings.features.some((feature) => feature.name === name && feature.enable)

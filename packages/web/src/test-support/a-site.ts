import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { defaultSite } from '../portal/page/default-site.ts'

export interface SiteChanges {
  readonly settings?: Partial<SiteStart['settings']>
  readonly configuration?: Partial<SiteStart['configuration']>
  readonly spanish?: SiteStart['spanish']
  readonly features?: readonly string[]
  readonly underMaintenance?: boolean
  readonly demo?: boolean
  readonly serviceAccountTypes?: SiteStart['serviceAccountTypes']
}

/** Start-up data of a cooperative: the documented defaults with some changes. */
export function aSite({ settings, configuration, features = [], ...rest }: SiteChanges = {}): SiteStart {
  return {
    ...defaultSite,
    ...rest,
    settings: {
      ...defaultSite.settings,
      coopName: 'Prairie Ridge Electric Cooperative',
      features: features.map((name) => ({ name, enable: true })),
      ...settings,
    },
    configuration: { ...defaultSite.configuration, ...configuration },
  }
}

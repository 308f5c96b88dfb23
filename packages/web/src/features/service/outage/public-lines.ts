import type { publicOutages } from '@coopline/contract/service/outage/public-outages.contract'
import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { hasFeature } from '../../../portal/page/site.tsx'

type Lines = typeof publicOutages

export const summaryLine = 'GET /v3/outages' satisfies Lines['summary']['call']
export const territoryLine = 'GET /v3/outages/territory' satisfies Lines['territory']['call']
export const optionsLine = 'GET /v3/outages/report-options' satisfies Lines['reportOptions']['call']

/** Whether visitors may see the outages. */
export const offersOutages = (site: SiteStart): boolean => hasFeature(site, 'Outage') && site.settings.publicOutages

/** Whether visitors may report an outage. */
export const offersReports = (site: SiteStart): boolean =>
  hasFeature(site, 'Outage') && site.settings.publicOutageReports

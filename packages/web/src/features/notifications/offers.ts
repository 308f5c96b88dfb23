import type { SiteStart } from '@coopline/contract/site/site.contract'
import { hasFeature } from '../../portal/site.tsx'

/** Whether members choose what they are told: the feature and the site's permission, both (spec 002 §6). */
export const offersNotifications = (site: SiteStart): boolean =>
  hasFeature(site, 'Notifications') && site.configuration.allowSubscribeForNotification

/** Whether members keep contacts: with notifications, or alone in their place (spec 002 §6, whecEnabled). */
export const offersContacts = (site: SiteStart): boolean => site.configuration.whecEnabled || offersNotifications(site)

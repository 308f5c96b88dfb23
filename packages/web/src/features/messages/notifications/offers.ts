import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { hasFeature } from '../../../portal/page/site.tsx'

/** Whether members can choose their messages: requires the feature and the site's permission (SH-82). */
export const offersNotifications = (site: SiteStart): boolean =>
  hasFeature(site, 'Notifications') && site.configuration.allowSubscribeForNotification

/** Whether members keep contacts: with notifications, or alone in their place (SH-83, whecEnabled). */
export const offersContacts = (site: SiteStart): boolean => site.configuration.whecEnabled || offersNotifications(site)

import type { Settings } from '@coopline/contract/site/settings-catalogue'

/** Whether members can choose what they are told: the feature and the site's permission, both (SH-82). */
export const offersNotifications = (settings: Settings): boolean =>
  settings.Notifications && settings.allowSubscribeForNotification

import type { Settings } from '@coopline/contract/site/site/settings-catalog'

/** Whether members can choose their messages: requires the feature and the site's permission (SH-82). */
export const offersNotifications = (settings: Settings): boolean =>
  settings.Notifications && settings.allowSubscribeForNotification

import type { Settings } from '@coopline/contract/site/site/settings-catalog'

/** Tells whether members can choose their messages, which requires the feature and the site's permission (SH-82). */
export const offersNotifications = (settings: Settings): boolean =>
  settings.Notifications && settings.allowSubscribeForNotification

import { z } from 'zod'
import { type MenuEntry, menuEntry } from '../site.contract.ts'
import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'
import { linkText } from './written-forms.ts'

const { flag, text, html, url, link, list } = settingsOf('site configuration')

const deepestMenu = 8

/** True when no entry is nested deeper than allowed and every address is one that a link may have. */
const isFitMenu = (entries: readonly MenuEntry[], depth = 1): boolean =>
  depth <= deepestMenu &&
  entries.every(
    (entry) =>
      linkText.safeParse(entry.moduleLink).success &&
      (!entry.external || entry.moduleLink === '' || entry.moduleLink.startsWith('https://')) &&
      (entry.subMenu.length === 0 || isFitMenu(entry.subMenu, depth + 1)),
  )

const menu = z
  .array(menuEntry)
  .max(40)
  .refine(
    (entries) => isFitMenu(entries),
    `Give every entry an address that starts with a single / or, when external, with https://, and nest at most ${deepestMenu} levels`,
  )

/** Site configuration (DU-28): conditions of menu items and pages. */
export const configurationSettings = {
  allowSubscribeForNotification: flag(
    false,
    'Lets members subscribe to notifications when Notifications is also on.',
    'ST-29, SH-82',
  ),
  allowFutureDatedPayments: flag(false, 'Offers scheduled payments.', 'ST-30, SH-89'),
  allowCreditDraft: flag(
    false,
    'Allows drafts from a credit card. While neither kind of draft is allowed, the portal collects none.',
    'ST-31, CF-06, HM-13',
  ),
  allowBankDraft: flag(
    false,
    'Allows drafts from a bank account. While neither kind of draft is allowed, the portal collects none.',
    'ST-32, CF-07, HM-13',
  ),
  whecEnabled: flag(
    false,
    'Selects the wholesale variant: drafts are called EZ Pay and the menu offers contacts.',
    'ST-35, CF-05, SH-39, SH-83',
  ),
  displayEmergencyAnnouncement: flag(false, 'Shows the emergency announcement.', 'ST-33, SH-66'),
  ...withSpanish({ emergencyAnnouncementMessage: html('', 'Text of the emergency announcement.', 'ST-34, SH-66') }),
  displayFaqUrl: link('', 'FAQ link in the More menu; none when empty.', 'ST-36, REQ-D-215'),
  nexGridEnable: flag(false, 'Offers the link to the NexGrid portal.', 'ST-37, SH-88'),
  nexGridLinkUrl: url('', 'Address of the NexGrid portal.', 'ST-38, SH-88'),
  serviceRequestMenuEnabled: flag(false, 'Offers service requests in the menu.', 'ST-39'),
  useCustomMenu: flag(false, 'Replaces the standard menu with mcpMenu.', 'ST-40, SH-41'),
  mcpMenu: list(menu)([], 'Entries of the cooperative’s own menu.', 'ST-41, REQ-D-210'),
  outageMapLink: link('', 'Address of the outage map; none when # or empty.', 'ST-42, OU-08'),
  memberInfoLinkAvailable: flag(false, 'Offers the member information documents in the menu.', 'ST-43, MD-07'),
  ...withSpanish({
    memberInfoDocsLinkName: text(
      '',
      'Label and heading of the member information documents; the standard one when empty.',
      'ST-44, MD-02, REQ-D-261',
    ),
  }),
  clientAvailable: flag(false, 'Sent to the browser but has no effect there.', 'ST-45, REQ-D-215'),
  ...withSpanish({
    detailedUsageAnalysisLabel: text(
      '',
      'Label of the detailed usage analysis link; the standard one when empty.',
      'ST-46',
    ),
  }),
  isOnlineDelinquentView: flag(false, 'Opens the delinquent history.', 'ST-47, DH-25'),
  delinquentViewUrl: url('', 'Prefix that addresses of delinquent documents must have.', 'ST-48, REQ-D-254'),
  accountServiceEnabled: flag(
    false,
    'Offers the Start/Stop Service, Outdoor Light and Right of Way links.',
    'ST-68, REQ-D-216',
  ),
  outdoorLightUrl: link('', 'Where Outdoor Light leads; hidden when empty.', 'SH-85, REQ-D-219'),
  rightOfWayUrl: link('', 'Where Right of Way leads; hidden when empty.', 'SH-86, REQ-D-219'),
}

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

/** Site configuration (spec 002 §3): conditions of menu items and pages. */
export const configurationSettings = {
  allowSubscribeForNotification: flag(
    false,
    'Lets members subscribe to notifications, when Notifications is on too.',
    'spec 002 §3, §6',
  ),
  allowFutureDatedPayments: flag(false, 'Offers scheduled payments.', 'spec 002 §3, §6'),
  allowCreditDraft: flag(false, 'Allows drafts from a credit card.', 'spec 000 §6; 001 §6; 002 §3'),
  allowBankDraft: flag(false, 'Allows drafts from a bank account.', 'spec 000 §6; 001 §6; 002 §3'),
  whecEnabled: flag(
    false,
    'Selects the wholesale variant: drafts are called EZ Pay, and the menu offers contacts.',
    'spec 000 §6; 001 §2; 002 §3, §6',
  ),
  displayEmergencyAnnouncement: flag(false, 'Shows the emergency announcement.', 'spec 002 §3'),
  ...withSpanish({ emergencyAnnouncementMessage: html('', 'Text of the emergency announcement.', 'spec 002 §3') }),
  displayFaqUrl: link(
    '',
    'Link to frequent questions in the menu More; none when empty.',
    'spec 002 §3; decision G-22',
  ),
  nexGridEnable: flag(false, 'Offers the link to the NexGrid portal.', 'spec 002 §3, §6'),
  nexGridLinkUrl: url('', 'Address of the NexGrid portal.', 'spec 002 §3'),
  serviceRequestMenuEnabled: flag(false, 'Offers service requests in the menu.', 'spec 002 §3'),
  useCustomMenu: flag(false, 'Replaces the standard menu by mcpMenu.', 'spec 002 §2, §3'),
  mcpMenu: list(menu)([], 'Entries of the cooperative’s own menu.', 'spec 002 §2, §3; decision G-15'),
  outageMapLink: link('', 'Address of the outage map; empty or # for none.', 'spec 001 §2, §6, §7; 002 §3'),
  memberInfoLinkAvailable: flag(false, 'Offers the member information documents in the menu.', 'spec 002 §3'),
  ...withSpanish({
    memberInfoDocsLinkName: text(
      '',
      'Label and heading of the member information documents; empty for the usual one.',
      'spec 002 §3; decision G-63',
    ),
  }),
  clientAvailable: flag(false, 'Sent to the browser and without effect there.', 'spec 002 §3; decision G-22'),
  ...withSpanish({
    detailedUsageAnalysisLabel: text(
      '',
      'Label of the detailed usage analysis link; empty for the usual one.',
      'spec 002 §3',
    ),
  }),
  isOnlineDelinquentView: flag(false, 'Opens the delinquent history.', 'spec 002 §3, §6'),
  delinquentViewUrl: url('', 'Start that addresses of delinquent documents must have.', 'spec 002 §3; decision G-56'),
  accountServiceEnabled: flag(
    false,
    'Offers the links Start/Stop Service, Outdoor Light and Right of Way.',
    'spec 002 §6; decision G-23',
  ),
  outdoorLightUrl: link('', 'Where Outdoor Light leads; hidden when empty.', 'spec 002 §6; decision G-26'),
  rightOfWayUrl: link('', 'Where Right of Way leads; hidden when empty.', 'spec 002 §6; decision G-26'),
}

import { settingsOf } from './setting.ts'

const { flag } = settingsOf('feature')

/** Features that the cooperative offers: together they are the documents' `features` list. One that is absent is off. */
export const featureSettings = {
  QuickPay: flag(false, 'Opens the Quick Pay page and its introduction on the home page.', 'spec 000 §6'),
  ApplicationForService: flag(false, 'Offers the application for new service.', 'spec 000 §6'),
  AclaraAce: flag(false, 'Sends members to the Aclara meter-data portal after they sign in.', 'spec 000 §6'),
  Outage: flag(false, 'Opens the outage page, its links and its button.', 'spec 001 §6; 002 §6'),
  OutageMapLinkEnabled: flag(false, 'Offers the outage map that outageMapLink names.', 'spec 002 §6'),
  Notifications: flag(
    false,
    'Offers notifications, when allowSubscribeForNotification is on too.',
    'spec 001 §6; 002 §6',
  ),
  Arrangements: flag(false, 'Offers payment arrangements.', 'spec 001 §6; 002 §6'),
  Autopay: flag(false, 'Offers AutoPay.', 'spec 001 §6; 002 §6'),
  AverageBilling: flag(false, 'Opens the Average Billing page.', 'spec 001 §6; 002 §6'),
  Deposits: flag(false, 'Offers the list of deposits.', 'spec 002 §6'),
  RoundUp: flag(false, 'Offers Operation RoundUp.', 'spec 001 §6; 002 §6'),
  RoundUpEnabled: flag(
    false,
    'Lets members enrol accounts in Operation RoundUp (basic).',
    'spec 001 §6; 002 §6; decision G-23',
  ),
  RoundUpPlusEnabled: flag(
    false,
    'Lets members give an amount and an end date (RoundUp Plus).',
    'spec 001 §6; 002 §6; decision G-23',
  ),
  Usages: flag(false, 'Offers usage and opens its daily tab first.', 'spec 001 §6; 002 §6'),
  OnlineServiceOrder: flag(false, 'Offers service requests.', 'spec 001 §6; 002 §6'),
  LinkedAccountsEnabled: flag(false, 'Shows the accounts that are linked to an account.', 'spec 001 §6'),
  WebChatEnabled: flag(false, 'Shows the web chat that webChatSetting describes.', 'spec 002 §6, §7'),
  MDMEnabled: flag(false, 'Limits usage to 180 days and opens a day when its bar is chosen.', 'spec 002 §5, §6'),
  MdmCloudEnabled: flag(false, 'Offers the Interval tab and the meter attributes.', 'spec 002 §2, §6'),
  MfaEnabled: flag(false, 'Offers the Multi-Factor Authentication tab.', 'spec 001 §6'),
  PaperlessMemberEnabled: flag(false, 'Offers paperless options for a whole membership.', 'spec 001 §6'),
  PaperlessAccountEnabled: flag(false, 'Offers paperless options for each account.', 'spec 001 §6'),
  StoredPaymentDataEnabled: flag(false, 'Offers the removal of a stored card or check.', 'spec 001 §6'),
}

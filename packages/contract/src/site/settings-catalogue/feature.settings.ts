import { settingsOf } from './setting.ts'

const { flag } = settingsOf('feature')

/** Features that the cooperative offers: together they are the `features` list (ST-26). One that is absent is off. */
export const featureSettings = {
  QuickPay: flag(false, 'Offers the Quick Pay page and its introduction on the home page.', 'CF-02, QP-06'),
  ApplicationForService: flag(false, 'Offers the application for new service.', 'CF-03'),
  AclaraAce: flag(false, 'Sends members to the Aclara meter-data portal after they sign in.', 'CF-04, LG-28'),
  Outage: flag(false, 'Opens the outage page, its links and its button.', 'CG-12, ST-57'),
  OutageMapLinkEnabled: flag(false, 'Offers the outage map that outageMapLink names.', 'ST-58'),
  Notifications: flag(false, 'Offers notifications when allowSubscribeForNotification is also on.', 'CG-13, ST-59'),
  Arrangements: flag(false, 'Offers payment arrangements.', 'CG-14, ST-54'),
  OnlineArrangements: flag(
    false,
    'Lets members make a payment arrangement online for a past-due account, when Arrangements is also on.',
    'addition: decision 0060',
  ),
  Autopay: flag(false, 'Offers AutoPay.', 'CG-15, ST-53'),
  AverageBilling: flag(false, 'Opens the Average Billing page.', 'CG-16, ST-56'),
  Deposits: flag(false, 'Offers the list of deposits.', 'ST-55'),
  CapitalCredits: flag(false, 'Lists a member’s capital credits by year.', 'addition: decision 0101'),
  RoundUp: flag(false, 'Offers Operation RoundUp.', 'ST-62'),
  RoundUpEnabled: flag(false, 'Lets members enroll accounts in Operation RoundUp (basic).', 'CG-17, ST-66, REQ-D-216'),
  RoundUpPlusEnabled: flag(
    false,
    'Lets members choose an amount and an expiration date (RoundUp Plus).',
    'CG-18, ST-67, REQ-D-216',
  ),
  Usages: flag(false, 'Offers usage and opens its daily tab first.', 'CG-19, ST-60'),
  OnlineServiceOrder: flag(false, 'Offers service requests.', 'CG-20, ST-61'),
  LinkedAccountsEnabled: flag(false, 'Shows accounts linked to an account.', 'CG-21'),
  WebChatEnabled: flag(false, 'Shows the web chat that webChatSetting describes.', 'ST-63, SH-76'),
  MDMEnabled: flag(false, 'Limits usage to 180 days and opens a day when its bar is selected.', 'ST-64, US-20'),
  MdmCloudEnabled: flag(false, 'Offers the Interval tab and the meter attributes.', 'ST-65, US-07'),
  MfaEnabled: flag(false, 'Offers the Multi-Factor Authentication tab.', 'CG-23'),
  PaperlessMemberEnabled: flag(false, 'Offers paperless options for a whole membership.', 'CG-24'),
  PaperlessAccountEnabled: flag(false, 'Offers paperless options for each account.', 'CG-25'),
  StoredPaymentDataEnabled: flag(false, 'Lets members remove a saved card or bank account.', 'CG-26'),
}

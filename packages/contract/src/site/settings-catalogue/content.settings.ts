import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'

const { html, text } = settingsOf('web content')

/** Texts of the cooperative that one page shows. */
export const contentSettings = {
  ...withSpanish({
    legalContent: html('', 'Terms of Use.', 'ST-51, LT-03, REQ-D-216'),
    ccLetterReturnMessage: html('', 'Message on the capital credit letter return page.', 'ST-49, REQ-D-216'),
    unclaimedCapitalCreditMessage: html('', 'Message on the unclaimed capital credits page.', 'ST-50, REQ-D-216'),
    openUsageDisclaimer: html('', 'Disclaimer above the usage chart.', 'US-39, ST-74, REQ-D-216'),
    usageSuspendedMessage: html('', 'Message shown when usage is suspended.', 'US-40, ST-75, REQ-D-216'),
    marketingText: html('', 'Marketing text in My Profile.', 'CG-36'),
  }),
  updateSuccessText: text('Your profile has been updated.', 'Message shown after My Profile is saved.', 'MP-10, CG-37'),
  updateSuccessText_es: text('Su perfil ha sido actualizado.', 'Spanish for updateSuccessText.', 'addition: Spanish'),
  ...withSpanish({
    draftNotices: html('', 'Notices in the draft payments help.', 'CG-38'),
    hostedForwardMessage: html('', 'Message shown while a member is redirected to the payment page.', 'DR-79, CG-39'),
    scheduledPaymentsText: html('', 'Text on the scheduled payments page.', 'CG-41'),
  }),
}

import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'

const { html, text } = settingsOf('web content')

/** Texts of the cooperative that one page shows. */
export const contentSettings = {
  ...withSpanish({
    legalContent: html('', 'Terms of Use.', 'ST-51, LT-03, REQ-D-216'),
    ccLetterReturnMessage: html('', 'Message of the capital credit letter return.', 'ST-49, REQ-D-216'),
    unclaimedCapitalCreditMessage: html('', 'Message of the unclaimed capital credits.', 'ST-50, REQ-D-216'),
    openUsageDisclaimer: html('', 'Disclaimer above the usage chart.', 'US-39, ST-74, REQ-D-216'),
    usageSuspendedMessage: html('', 'Message when usage is suspended.', 'US-40, ST-75, REQ-D-216'),
    marketingText: html('', 'Marketing text of My Profile.', 'CG-36'),
  }),
  updateSuccessText: text('Your profile has been updated.', 'Message after My Profile is saved.', 'MP-10, CG-37'),
  updateSuccessText_es: text('Su perfil ha sido actualizado.', 'Spanish for updateSuccessText.', 'addition: Spanish'),
  ...withSpanish({
    draftNotices: html('', 'Notices in the help of the draft payments.', 'CG-38'),
    hostedForwardMessage: html('', 'Message while a member is sent on to the payment page.', 'DR-79, CG-39'),
    scheduledPaymentsText: html('', 'Text of the scheduled payments.', 'CG-41'),
  }),
}

import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'

const { html, text } = settingsOf('web content')

/** Texts of the cooperative that one page shows. */
export const contentSettings = {
  ...withSpanish({
    legalContent: html('', 'Terms of Use.', 'spec 002 §2, §3; decision G-23'),
    ccLetterReturnMessage: html('', 'Message of the capital credit letter return.', 'spec 002 §3; decision G-23'),
    unclaimedCapitalCreditMessage: html('', 'Message of the unclaimed capital credits.', 'spec 002 §3; decision G-23'),
    openUsageDisclaimer: html('', 'Disclaimer above the usage chart.', 'spec 002 §2, §7; decision G-23'),
    usageSuspendedMessage: html('', 'Message when usage is suspended.', 'spec 002 §2, §7; decision G-23'),
    marketingText: html('', 'Marketing text of My Profile.', 'spec 001 §7'),
  }),
  updateSuccessText: text('Your profile has been updated.', 'Message after My Profile is saved.', 'spec 001 §7'),
  updateSuccessText_es: text('Su perfil ha sido actualizado.', 'Spanish for updateSuccessText.', 'addition: Spanish'),
  ...withSpanish({
    draftNotices: html('', 'Notices in the help of the draft payments.', 'spec 001 §7'),
    hostedForwardMessage: html('', 'Message while a member is sent on to the payment page.', 'spec 001 §7'),
    scheduledPaymentsText: html('', 'Text of the scheduled payments.', 'spec 001 §7'),
  }),
}

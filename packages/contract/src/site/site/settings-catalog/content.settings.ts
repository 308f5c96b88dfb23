import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'

const { html, text } = settingsOf('web content')

/** Texts of the cooperative that one page shows. */
export const contentSettings = {
  ...withSpanish({
    legalContent: html('', 'Terms of Use.', 'Términos de uso.', 'ST-51, LT-03, REQ-D-216'),
    ccLetterReturnMessage: html(
      '',
      'Message on the capital credit letter return page.',
      'Mensaje en la página de devolución de cartas de créditos de capital.',
      'ST-49, REQ-D-216',
    ),
    unclaimedCapitalCreditMessage: html(
      '',
      'Message on the unclaimed capital credits page.',
      'Mensaje en la página de créditos de capital no reclamados.',
      'ST-50, REQ-D-216',
    ),
    openUsageDisclaimer: html(
      '',
      'Disclaimer above the usage chart.',
      'Aviso encima de la gráfica de consumo.',
      'US-39, ST-74, REQ-D-216',
    ),
    usageSuspendedMessage: html(
      '',
      'Message shown when usage is suspended.',
      'Mensaje que se muestra cuando el consumo está suspendido.',
      'US-40, ST-75, REQ-D-216',
    ),
    marketingText: html('', 'Marketing text in My Profile.', 'Texto promocional en Mi perfil.', 'CG-36'),
  }),
  updateSuccessText: text(
    'Your profile has been updated.',
    'Message shown after My Profile is saved.',
    'Mensaje que se muestra después de guardar Mi perfil.',
    'MP-10, CG-37',
  ),
  updateSuccessText_es: text(
    'Su perfil ha sido actualizado.',
    'Spanish for updateSuccessText.',
    'Texto en español de updateSuccessText.',
    'addition: Spanish',
  ),
  ...withSpanish({
    draftNotices: html(
      '',
      'Notices in the draft payments help.',
      'Avisos en la ayuda de los débitos recurrentes.',
      'CG-38',
    ),
    hostedForwardMessage: html(
      '',
      'Message shown while a member is redirected to the payment page.',
      'Mensaje que se muestra mientras se lleva a un miembro a la página de pago.',
      'DR-79, CG-39',
    ),
    scheduledPaymentsText: html(
      '',
      'Text on the scheduled payments page.',
      'Texto en la página de pagos programados.',
      'CG-41',
    ),
  }),
}

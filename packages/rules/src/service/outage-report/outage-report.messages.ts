import { profileMessage } from '../../accounts/account-profile/account-profile.messages.ts'
import type { Language } from '../../kernel/problem.ts'
import { verifyAccountMessage } from '../../paying/quick-pay-account/verify-account.messages.ts'
import { maxRemarks, type OutageReportProblem } from './check-outage-report.ts'
import type { PublicReportProblem } from './check-public-report.ts'

/** Reasons for refusing a report other than its form fields. */
export type OutageRefusal = 'not-supported' | 'no-account' | 'no-location' | 'not-reportable' | 'already-active'

const texts: Record<
  Language,
  Record<Exclude<OutageReportProblem['code'], 'phone-not-valid'> | OutageRefusal, string>
> = {
  en: {
    'issue-missing': 'You must select an issue',
    'phone-missing': 'You must enter a phone number',
    'remarks-too-long': `Remarks can have up to ${maxRemarks} characters.`,
    'not-supported': 'Outage is not supported for the selected account.',
    'no-account': 'Please relogin to your account then access to this page again!',
    'no-location': 'Outage report is unavailable to this account, please contact customer service...!',
    'not-reportable': 'You cannot report an outage for an account without active service. Please call us.',
    'already-active': 'We already know about the outage at this location.',
  },
  es: {
    'issue-missing': 'Debe seleccionar un problema',
    'phone-missing': 'Debe ingresar un número de teléfono',
    'remarks-too-long': `Las observaciones pueden tener hasta ${maxRemarks} caracteres.`,
    'not-supported': 'La información sobre cortes de luz no está disponible para la cuenta seleccionada.',
    'no-account': 'Inicie sesión de nuevo y vuelva a abrir esta página.',
    'no-location':
      'No se puede reportar un corte de luz para esta cuenta. Comuníquese con el servicio de atención al cliente.',
    'not-reportable':
      'No puede reportar un corte de luz para una cuenta sin servicio activo. Comuníquese con nosotros por teléfono.',
    'already-active': 'Ya sabemos del corte de luz en este lugar.',
  },
}

/** Returns the documented sentence (OU-10, OU-21 to OU-32) or its Spanish translation. */
export const outageReportMessage = (
  { code }: { readonly code: OutageReportProblem['code'] | OutageRefusal },
  language: Language,
): string => (code === 'phone-not-valid' ? profileMessage(code, language) : texts[language][code])

const status = {
  en: { active: 'There is an active outage at this location.', none: 'There are no active outages at this location.' },
  es: {
    active: 'Hay un corte de luz activo en este lugar.',
    none: 'No hay cortes de luz activos en este lugar.',
  },
} as const

/** The outage status as a sentence (OU-12). */
export const outageStatusMessage = (isActive: boolean, language: Language): string =>
  isActive ? status[language].active : status[language].none

/** The confirmation after a report is recorded. */
export const reportReceived = (language: Language): string =>
  language === 'es'
    ? 'Recibimos su reporte del corte de luz. Gracias por avisarnos.'
    : 'We received your outage report. Thank you for letting us know.'

/** The message for a problem of a report without sign-in. */
export const publicReportMessage = ({ code }: Pick<PublicReportProblem, 'code'>, language: Language): string =>
  code === 'account-number-missing' || code === 'account-number-not-valid'
    ? verifyAccountMessage({ code }, language)
    : outageReportMessage({ code }, language)

/** The answer to every report without sign-in. It does not say whether the account and phone number match. */
export const publicReportReceived = (language: Language): string =>
  language === 'es'
    ? 'Gracias por avisarnos. Si la cuenta y el número de teléfono coinciden con nuestros registros, recibimos su reporte.'
    : 'Thank you for letting us know. If the account and phone number match our records, we have your report.'

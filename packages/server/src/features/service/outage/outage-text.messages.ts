import type { Language } from '@coopline/rules/kernel/problem'

const texts = {
  en: {
    reported: (ending: string) =>
      `We received your outage report for the account ending in ${ending}. Stay away from downed power lines. Reply STATUS for updates.`,
    known: (ending: string, rest: string) => `We know about the outage for the account ending in ${ending}. ${rest}`,
    on: (ending: string) => `We show no outage for the account ending in ${ending}. Reply OUT to report one.`,
    waiting: (ending: string, time: string) =>
      `You reported an outage at ${time} for the account ending in ${ending}. We are checking it.`,
    estimate: (time: string) => `Power should be back by ${time}.`,
    late: (time: string) => `Power should have been back by ${time}. We are working on a new estimate.`,
    noEstimate: 'We do not know yet when power will be back.',
    choose: (word: string, endings: string) => `Which account? Reply ${word} and the ending of its number: ${endings}.`,
    refused: (ending: string) => `You cannot report an outage for the account ending in ${ending}.`,
    none: 'We found no account with an outage status for this number.',
    unknown: 'We do not know this phone number. To report an outage by text, sign in and verify it under Contacts.',
    call: (phone: string) => ` Call ${phone}.`,
    help: 'Reply OUT to report an outage or STATUS to check one.',
  },
  es: {
    reported: (ending: string) =>
      `Recibimos su reporte de un corte de luz en la cuenta que termina en ${ending}. Aléjese de los cables caídos. Responda ESTADO para ver novedades.`,
    known: (ending: string, rest: string) =>
      `Ya sabemos del corte de luz en la cuenta que termina en ${ending}. ${rest}`,
    on: (ending: string) =>
      `No vemos ningún corte de luz en la cuenta que termina en ${ending}. Responda CORTE para reportar uno.`,
    waiting: (ending: string, time: string) =>
      `Usted reportó un corte de luz (${time}) en la cuenta que termina en ${ending}. Lo estamos revisando.`,
    estimate: (time: string) => `La luz debe regresar a más tardar a esta hora: ${time}`,
    late: (time: string) => `La hora estimada (${time}) ya pasó. Estamos preparando una nueva estimación.`,
    noEstimate: 'Aún no sabemos cuándo regresará la luz.',
    choose: (word: string, endings: string) =>
      `¿Qué cuenta? Responda ${word} y los últimos dígitos de su número: ${endings}.`,
    refused: (ending: string) => `No puede reportar un corte de luz para la cuenta que termina en ${ending}.`,
    none: 'No encontramos ninguna cuenta con estado del servicio para este número.',
    unknown:
      'No conocemos este número de teléfono. Para reportar un corte de luz por mensaje, inicie sesión y verifíquelo en Contactos.',
    call: (phone: string) => ` Llame al ${phone}.`,
    help: 'Responda CORTE para reportar un corte de luz o ESTADO para consultarlo.',
  },
} as const

/** The texts that answer OUT and STATUS. Times are formatted; endings are the last digits of account numbers. */
export const outageTexts = (language: Language): (typeof texts)[Language] => texts[language]

/** The word that a member sends. */
export const outageWord = (kind: 'out' | 'status', language: Language): string => {
  if (kind === 'out') return language === 'es' ? 'CORTE' : 'OUT'
  return language === 'es' ? 'ESTADO' : 'STATUS'
}

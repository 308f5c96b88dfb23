import type { Language } from '@coopline/rules/kernel/problem'

const texts = {
  en: {
    subject: 'Your verification code',
    code: (code: string) => `Your verification code is ${code}.`,
    codeAlone: (code: string, coopName: string) => `${coopName}: your verification code is ${code}.`,
    good: (time: string) => `It is good for ${time}.`,
    opens: {
      registration: 'Somebody, probably you, is registering for online access to your account.',
      contact: 'Somebody, probably you, wants to be sent notifications here. Without the code nothing will be sent.',
    },
    keepIt: 'Give this code to nobody. We will never ask you for it on the phone.',
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    closing: 'Nobody reads answers to this message.',
  },
  es: {
    subject: 'Su código de verificación',
    code: (code: string) => `Su código de verificación es ${code}.`,
    codeAlone: (code: string, coopName: string) => `${coopName}: su código de verificación es ${code}.`,
    good: (time: string) => `Es válido durante ${time}.`,
    opens: {
      registration: 'Alguien, probablemente usted, está registrando el acceso en línea a su cuenta.',
      contact: 'Alguien, probablemente usted, quiere recibir avisos aquí. Sin el código no se enviará nada.',
    },
    keepIt: 'No le dé este código a nadie. Nunca se lo pediremos por teléfono.',
    minutes: (count: number) => (count === 1 ? '1 minuto' : `${count} minutos`),
    hours: (count: number) => (count === 1 ? '1 hora' : `${count} horas`),
    closing: 'Nadie lee las respuestas a este mensaje.',
  },
} as const satisfies Record<Language, object>

function lasting(minutes: number, language: Language): string {
  const text = texts[language]
  return minutes % 60 === 0 ? text.hours(minutes / 60) : text.minutes(minutes)
}

/** The message that carries a verification code; as a text message short enough for one. */
export function codeMessage(
  facts: {
    readonly channel: 'email' | 'text'
    readonly code: string
    readonly coopName: string
    readonly minutes: number
    /** What the code is for. */
    readonly opens: 'registration' | 'contact'
  },
  language: Language,
): { readonly subject: string; readonly bodyText: string } {
  const text = texts[language]
  const good = text.good(lasting(facts.minutes, language))
  if (facts.channel === 'text') {
    return { subject: '', bodyText: `${text.codeAlone(facts.code, facts.coopName)} ${good}` }
  }
  const lines = [
    text.code(facts.code),
    good,
    '',
    text.opens[facts.opens],
    text.keepIt,
    '',
    facts.coopName,
    text.closing,
  ]
  // Without the code: subjects are shown on locked screens and kept unsealed.
  return { subject: text.subject, bodyText: `${lines.join('\n')}\n` }
}

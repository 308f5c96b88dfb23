import type { Language } from '@coopline/rules/kernel/problem'
import { buildTextMessage } from '@coopline/rules/messages/notifications/text-parts'

const texts = {
  en: {
    subject: 'Your verification code',
    code: (code: string) => `Your verification code is ${code}.`,
    codeAlone: (code: string) => `Your verification code is ${code}. Do not share it.`,
    good: (time: string) => `It expires in ${time}.`,
    opens: {
      registration:
        'Someone is creating an online account for your utility account. If it is not you, do not use or share this code, and call us.',
      contact:
        'Someone asked us to send notifications here. If it was you, enter the code in the portal. If not, ignore this message and we will not send any.',
      'login-email':
        'Someone entered this address as the email of an online account. If it was you, enter the code in the portal. If not, ignore this message.',
      'shared-access':
        'Enter the code to accept access to a utility account that someone shares with you. If you did not ask for it, ignore this message.',
    },
    keepIt: 'Do not share this code. We will never call you to ask for it.',
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    closing: 'Please do not reply. We do not monitor this mailbox.',
  },
  es: {
    subject: 'Su código de verificación',
    code: (code: string) => `Su código de verificación es ${code}.`,
    codeAlone: (code: string) => `Su código de verificación es ${code}. No lo comparta.`,
    good: (time: string) => `Vence en ${time}.`,
    opens: {
      registration:
        'Alguien está creando una cuenta en línea para su cuenta de servicio. Si no es usted, no use ni comparta este código y llámenos.',
      contact:
        'Alguien pidió recibir notificaciones aquí. Si es usted, ingrese el código en el portal. Si no, ignore este mensaje y no enviaremos nada.',
      'login-email':
        'Alguien ingresó esta dirección como correo electrónico de una cuenta en línea. Si es usted, ingrese el código en el portal. Si no, ignore este mensaje.',
      'shared-access':
        'Ingrese el código para aceptar el acceso a una cuenta de servicio que alguien comparte con usted. Si no lo pidió, ignore este mensaje.',
    },
    keepIt: 'No comparta este código. Nunca se lo pediremos por teléfono.',
    minutes: (count: number) => (count === 1 ? '1 minuto' : `${count} minutos`),
    hours: (count: number) => (count === 1 ? '1 hora' : `${count} horas`),
    closing: 'No responda a este mensaje. No revisamos este buzón.',
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
    /** The purpose of the code. */
    readonly opens: 'registration' | 'contact' | 'login-email' | 'shared-access'
  },
  language: Language,
): { readonly subject: string; readonly bodyText: string } {
  const text = texts[language]
  const good = text.good(lasting(facts.minutes, language))
  if (facts.channel === 'text') {
    return { subject: '', bodyText: buildTextMessage(facts.coopName, text.codeAlone(facts.code), good) }
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
  // Without the code: subjects are shown on lock screens and stored unsealed.
  return { subject: text.subject, bodyText: `${lines.join('\n')}\n` }
}

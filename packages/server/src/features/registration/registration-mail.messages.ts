import type { Language } from '@coopline/rules/kernel/problem'

interface Text {
  readonly subject: string
  readonly bodyText: string
}

const texts = {
  en: {
    codeSubject: 'Your verification code',
    code: (code: string) => `Your verification code is ${code}.`,
    codeAlone: (code: string, coopName: string) => `${coopName}: your verification code is ${code}.`,
    good: (time: string) => `It is good for ${time}.`,
    askedFor: 'Somebody, probably you, is registering for online access to your account.',
    keepIt: 'Give this code to nobody. We will never ask you for it on the phone.',
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    welcome: (coopName: string) => `Welcome to ${coopName} online`,
    ready: 'Your online access is ready.',
    login: 'Username',
    address: 'Log in at',
    notice: 'Online access to your account was set up',
    made: (email: string) => `Somebody set up online access to your account, with the email address ${email}.`,
    notYou: (coopName: string) => `If it was you, there is nothing to do. If not, please call ${coopName} now.`,
    closing: 'Nobody reads answers to this message.',
  },
  es: {
    codeSubject: 'Su código de verificación',
    code: (code: string) => `Su código de verificación es ${code}.`,
    codeAlone: (code: string, coopName: string) => `${coopName}: su código de verificación es ${code}.`,
    good: (time: string) => `Es válido durante ${time}.`,
    askedFor: 'Alguien, probablemente usted, está registrando el acceso en línea a su cuenta.',
    keepIt: 'No le dé este código a nadie. Nunca se lo pediremos por teléfono.',
    minutes: (count: number) => (count === 1 ? '1 minuto' : `${count} minutos`),
    hours: (count: number) => (count === 1 ? '1 hora' : `${count} horas`),
    welcome: (coopName: string) => `Le damos la bienvenida a ${coopName} en línea`,
    ready: 'Su acceso en línea está listo.',
    login: 'Nombre de usuario',
    address: 'Inicie sesión en',
    notice: 'Se creó un acceso en línea a su cuenta',
    made: (email: string) => `Alguien creó un acceso en línea a su cuenta, con la dirección de correo ${email}.`,
    notYou: (coopName: string) => `Si fue usted, no tiene que hacer nada. Si no, llame ahora a ${coopName}.`,
    closing: 'Nadie lee las respuestas a este mensaje.',
  },
} as const satisfies Record<Language, object>

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`

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
  },
  language: Language,
): Text {
  const text = texts[language]
  const good = text.good(lasting(facts.minutes, language))
  if (facts.channel === 'text') {
    return { subject: '', bodyText: `${text.codeAlone(facts.code, facts.coopName)} ${good}` }
  }
  return {
    // Without the code: subjects are shown on locked screens and kept unsealed.
    subject: text.codeSubject,
    bodyText: lines(text.code(facts.code), good, '', text.askedFor, text.keepIt, '', facts.coopName, text.closing),
  }
}

/** The mail to a member who has just registered. */
export function welcomeMail(
  facts: { readonly coopName: string; readonly username: string; readonly loginAddress: string },
  language: Language,
): Text {
  const text = texts[language]
  return {
    subject: text.welcome(facts.coopName),
    bodyText: lines(
      text.ready,
      '',
      `${text.login}: ${facts.username}`,
      `${text.address}: ${facts.loginAddress}`,
      '',
      text.notYou(facts.coopName),
      text.closing,
    ),
  }
}

/** The mail to the other addresses on file: whoever registered may not be the member. */
export function registrationNotice(
  facts: { readonly coopName: string; readonly maskedEmail: string },
  language: Language,
): Text {
  const text = texts[language]
  return {
    subject: text.notice,
    bodyText: lines(text.made(facts.maskedEmail), '', text.notYou(facts.coopName), text.closing),
  }
}

import type { Language } from '@coopline/rules/kernel/problem'

interface Text {
  readonly subject: string
  readonly bodyText: string
}

const texts = {
  en: {
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

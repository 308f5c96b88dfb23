import type { Language } from '@coopline/rules/kernel/problem'

interface Mail {
  readonly subject: string
  readonly bodyText: string
}

const texts = {
  en: {
    reset: 'Set a new password',
    asked: (coopName: string) => `Somebody, probably you, forgot the password of your login at ${coopName}.`,
    open: 'To set a new one, open this address:',
    good: (minutes: number) => `It is good once, for ${minutes} minutes.`,
    name: 'Your username',
    nameAsked: (coopName: string) => `Somebody, probably you, forgot the username of your login at ${coopName}.`,
    login: 'Username',
    address: 'Log in at',
    notYou: 'If it was not you, there is nothing to do: your password stays as it is.',
    closing: 'Nobody reads answers to this message.',
  },
  es: {
    reset: 'Elija una nueva contraseña',
    asked: (coopName: string) => `Alguien, probablemente usted, olvidó la contraseña de su acceso a ${coopName}.`,
    open: 'Para elegir una nueva, abra esta dirección:',
    good: (minutes: number) => `Sirve una sola vez, durante ${minutes} minutos.`,
    name: 'Su nombre de usuario',
    nameAsked: (coopName: string) =>
      `Alguien, probablemente usted, olvidó el nombre de usuario de su acceso a ${coopName}.`,
    login: 'Nombre de usuario',
    address: 'Inicie sesión en',
    notYou: 'Si no fue usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
    closing: 'Nadie lee las respuestas a este mensaje.',
  },
} as const satisfies Record<Language, object>

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`

/** The mail with the link to set a new password. */
export function passwordLinkMail(
  facts: { readonly coopName: string; readonly username: string; readonly address: string; readonly minutes: number },
  language: Language,
): Mail {
  const text = texts[language]
  return {
    subject: text.reset,
    bodyText: lines(
      text.asked(facts.coopName),
      `${text.login}: ${facts.username}`,
      '',
      text.open,
      facts.address,
      '',
      text.good(facts.minutes),
      text.notYou,
      text.closing,
    ),
  }
}

/** The mail with the user name. */
export function usernameMail(
  facts: { readonly coopName: string; readonly username: string; readonly address: string },
  language: Language,
): Mail {
  const text = texts[language]
  return {
    subject: text.name,
    bodyText: lines(
      text.nameAsked(facts.coopName),
      '',
      `${text.login}: ${facts.username}`,
      `${text.address}: ${facts.address}`,
      '',
      text.notYou,
      text.closing,
    ),
  }
}

import type { Language } from '@coopline/rules/kernel/problem'

interface Mail {
  readonly subject: string
  readonly bodyText: string
}

const texts = {
  en: {
    reset: 'Reset your password',
    received: (coopName: string) => `We got a request to reset the password for your online account at ${coopName}.`,
    open: 'To set a new password, open this link:',
    good: (minutes: number) => `The link works once and expires in ${minutes} minutes.`,
    name: 'Your username',
    nameAsked: (coopName: string) => `We got a request for the username of your online account at ${coopName}.`,
    login: 'Username',
    address: 'Sign in',
    notYou: 'If you did not ask for this, ignore this email. Your password has not changed.',
    closing: 'Please do not reply. We do not monitor this mailbox.',
  },
  es: {
    reset: 'Restablezca su contraseña',
    received: (coopName: string) =>
      `Recibimos una solicitud para restablecer la contraseña de su cuenta en línea de ${coopName}.`,
    open: 'Para elegir una nueva contraseña, abra este enlace:',
    good: (minutes: number) => `El enlace sirve una sola vez y vence en ${minutes} minutos.`,
    name: 'Su nombre de usuario',
    nameAsked: (coopName: string) =>
      `Recibimos una solicitud para recordarle el nombre de usuario de su cuenta en línea de ${coopName}.`,
    login: 'Nombre de usuario',
    address: 'Inicie sesión',
    notYou: 'Si usted no lo pidió, ignore este correo. Su contraseña no ha cambiado.',
    closing: 'No responda a este mensaje. No revisamos este buzón.',
  },
} as const satisfies Record<Language, object>

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`

/** Writes the email with the link to set a new password. */
export function passwordLinkMail(
  facts: { readonly coopName: string; readonly username: string; readonly address: string; readonly minutes: number },
  language: Language,
): Mail {
  const text = texts[language]
  return {
    subject: text.reset,
    bodyText: lines(
      text.received(facts.coopName),
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

/** Writes the email with the username. */
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

import type { Language } from '@coopline/rules/kernel/problem'

interface Text {
  readonly subject: string
  readonly bodyText: string
}

const texts = {
  en: {
    welcome: (coopName: string) => `Welcome to ${coopName} online`,
    ready: 'Your online account is ready.',
    login: 'Username',
    address: 'Sign in',
    notice: 'New online account created',
    made: (email: string) =>
      `Someone created an online account for your utility account with the email address ${email}.`,
    notYou: (coopName: string) =>
      `If this was you, you do not need to do anything. If not, call ${coopName} right away.`,
    closing: 'Please do not reply. We do not monitor this mailbox.',
  },
  es: {
    welcome: (coopName: string) => `Le damos la bienvenida a ${coopName} en línea`,
    ready: 'Su cuenta en línea está lista.',
    login: 'Nombre de usuario',
    address: 'Inicie sesión',
    notice: 'Se creó una cuenta en línea',
    made: (email: string) =>
      `Alguien creó una cuenta en línea para su cuenta de servicio con la dirección de correo ${email}.`,
    notYou: (coopName: string) => `Si fue usted, no tiene que hacer nada. Si no, llame a ${coopName} de inmediato.`,
    closing: 'No responda a este mensaje. No revisamos este buzón.',
  },
} as const satisfies Record<Language, object>

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`

/** Writes the email to a member who has just registered. */
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

/** Writes the email to the other addresses on file, in case a stranger registered. */
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

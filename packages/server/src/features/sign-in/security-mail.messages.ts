import type { Language } from '@coopline/rules/kernel/problem'

/** A change to a login that its member is notified of. */
export type SecurityEvent =
  | 'password-changed'
  | 'password-reset'
  | 'username-changed'
  | 'email-changed'
  | 'app-added'
  | 'app-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-confirmed'
  | 'phones-changed'
  | 'session-stolen'
  | 'login-locked'
  | 'login-disabled'
  | 'contact-added'
  | 'contact-changed'
  | 'contact-removed'

interface SecurityMailText {
  readonly subject: string
  readonly what: string
  /** What to do, where it is not what the other mails advise. */
  readonly advice?: (coopName: string) => string
}

const texts: Record<Language, Record<SecurityEvent, SecurityMailText>> = {
  en: {
    'password-changed': { subject: 'Your password was changed', what: 'The password of your login was changed.' },
    'password-reset': {
      subject: 'Your password was changed',
      what: 'A new password was set for your login with a link from your email.',
      advice: (coopName) =>
        `If you did not do this, somebody else can read your email: secure it, reset your password again and call ${coopName}.`,
    },
    'username-changed': { subject: 'Your username was changed', what: 'The username of your login was changed.' },
    'email-changed': {
      subject: 'Your email address was changed',
      what: 'The email address of your login was changed. We tell the old and the new address.',
    },
    'app-added': {
      subject: 'An authenticator app was added',
      what: 'Signing in now also asks for a code of your authenticator app.',
    },
    'app-removed': {
      subject: 'The authenticator app was removed',
      what: 'Signing in no longer asks for a code of an authenticator app.',
    },
    'recovery-codes-made': {
      subject: 'New recovery codes were made',
      what: 'New recovery codes were made for your login. The old ones are no longer good.',
    },
    'recovery-code-used': {
      subject: 'A recovery code was used',
      what: 'One of the recovery codes of your login was used and is no longer good.',
    },
    'passkey-added': { subject: 'A passkey was added', what: 'A passkey that signs in to your login was added.' },
    'passkey-removed': { subject: 'A passkey was removed', what: 'A passkey was removed from your login.' },
    'passkey-confirmed': {
      subject: 'A passkey was confirmed',
      what: 'A passkey that was suspended after a password reset signs in to your login again.',
    },
    'phones-changed': {
      subject: 'Your phone numbers were changed',
      what: 'The phone numbers of your profile were changed.',
    },
    'session-stolen': {
      subject: 'We signed you out',
      what: 'Something tried to use your sign-in from outside the browser that you signed in with. We ended that sign-in.',
    },
    'login-locked': {
      subject: 'Your login is locked for now',
      what: 'There were many wrong passwords in a row for your login, so we locked it. Nobody got in with them.',
      advice: (coopName) =>
        `You do not have to wait: choose “Forgot username or password?” on the sign-in page and set a new password. A browser that you signed in with lately is not locked. Questions? Call ${coopName}.`,
    },
    'login-disabled': {
      subject: 'Your login is closed until you reset the password',
      what: 'There were very many wrong passwords in a row for your login, so we closed it. Nobody got in with them.',
      advice: (coopName) =>
        `To open it again, choose “Forgot username or password?” on the sign-in page and set a new password. Questions? Call ${coopName}.`,
    },
    'contact-added': {
      subject: 'A contact was added',
      what: 'A contact to which notifications can be sent was added to your profile.',
    },
    'contact-changed': {
      subject: 'A contact was changed',
      what: 'One of the contacts to which notifications can be sent was changed.',
    },
    'contact-removed': {
      subject: 'A contact was deleted',
      what: 'One of the contacts to which notifications can be sent was deleted.',
    },
  },
  es: {
    'password-changed': { subject: 'Se cambió su contraseña', what: 'Se cambió la contraseña de su acceso.' },
    'password-reset': {
      subject: 'Se cambió su contraseña',
      what: 'Se eligió una nueva contraseña para su acceso con un enlace de su correo electrónico.',
      advice: (coopName) =>
        `Si no fue usted, otra persona puede leer su correo: protéjalo, restablezca su contraseña otra vez y llame a ${coopName}.`,
    },
    'username-changed': {
      subject: 'Se cambió su nombre de usuario',
      what: 'Se cambió el nombre de usuario de su acceso.',
    },
    'email-changed': {
      subject: 'Se cambió su dirección de correo electrónico',
      what: 'Se cambió la dirección de correo electrónico de su acceso. Avisamos a la dirección anterior y a la nueva.',
    },
    'app-added': {
      subject: 'Se agregó una aplicación de autenticación',
      what: 'Para iniciar sesión ahora también se pide un código de su aplicación de autenticación.',
    },
    'app-removed': {
      subject: 'Se quitó la aplicación de autenticación',
      what: 'Para iniciar sesión ya no se pide un código de una aplicación de autenticación.',
    },
    'recovery-codes-made': {
      subject: 'Se crearon nuevos códigos de recuperación',
      what: 'Se crearon nuevos códigos de recuperación para su acceso. Los anteriores ya no sirven.',
    },
    'recovery-code-used': {
      subject: 'Se usó un código de recuperación',
      what: 'Se usó uno de los códigos de recuperación de su acceso y ya no sirve.',
    },
    'passkey-added': {
      subject: 'Se agregó una llave de acceso',
      what: 'Se agregó una llave de acceso que inicia sesión en su cuenta.',
    },
    'passkey-removed': { subject: 'Se quitó una llave de acceso', what: 'Se quitó una llave de acceso de su cuenta.' },
    'passkey-confirmed': {
      subject: 'Se confirmó una llave de acceso',
      what: 'Una llave de acceso que quedó suspendida al restablecer la contraseña vuelve a iniciar sesión en su cuenta.',
    },
    'phones-changed': {
      subject: 'Se cambiaron sus números de teléfono',
      what: 'Se cambiaron los números de teléfono de su perfil.',
    },
    'session-stolen': {
      subject: 'Cerramos su sesión',
      what: 'Algo intentó usar su sesión fuera del navegador en que la inició. Cerramos esa sesión.',
    },
    'login-locked': {
      subject: 'Su acceso está bloqueado por ahora',
      what: 'Hubo muchas contraseñas incorrectas seguidas para su acceso, por eso lo bloqueamos. Nadie entró con ellas.',
      advice: (coopName) =>
        `No tiene que esperar: elija «¿Olvidó su nombre de usuario o contraseña?» en la página de inicio de sesión y elija una nueva contraseña. Un navegador con el que entró hace poco no está bloqueado. ¿Preguntas? Llame a ${coopName}.`,
    },
    'login-disabled': {
      subject: 'Su acceso está cerrado hasta que restablezca la contraseña',
      what: 'Hubo muchísimas contraseñas incorrectas seguidas para su acceso, por eso lo cerramos. Nadie entró con ellas.',
      advice: (coopName) =>
        `Para abrirlo de nuevo, elija «¿Olvidó su nombre de usuario o contraseña?» en la página de inicio de sesión y elija una nueva contraseña. ¿Preguntas? Llame a ${coopName}.`,
    },
    'contact-added': {
      subject: 'Se agregó un contacto',
      what: 'Se agregó a su perfil un contacto al que se pueden enviar avisos.',
    },
    'contact-changed': {
      subject: 'Se cambió un contacto',
      what: 'Se cambió uno de los contactos a los que se pueden enviar avisos.',
    },
    'contact-removed': {
      subject: 'Se eliminó un contacto',
      what: 'Se eliminó uno de los contactos a los que se pueden enviar avisos.',
    },
  },
}

const frame = {
  en: {
    login: 'Login',
    when: 'When',
    notYou: (coopName: string) =>
      `If it was you, there is nothing to do. If not, reset your password now and call ${coopName}.`,
    closing: 'Nobody reads answers to this message.',
  },
  es: {
    login: 'Acceso',
    when: 'Cuándo',
    notYou: (coopName: string) =>
      `Si fue usted, no tiene que hacer nada. Si no, restablezca su contraseña ahora y llame a ${coopName}.`,
    closing: 'Nadie lee las respuestas a este mensaje.',
  },
} as const satisfies Record<Language, object>

const lockEnd = {
  en: (end: string) => `The lock ends on ${end}. More wrong passwords after that lock it again, for longer.`,
  es: (end: string) =>
    `El bloqueo termina el ${end}. Más contraseñas incorrectas después lo bloquean de nuevo, por más tiempo.`,
} as const satisfies Record<Language, object>

const writtenInstant = (instant: Date, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(instant)

/** The line that says when a lock ends. */
export const lockEndLine = (end: Date, language: Language, timeZone: string): string =>
  lockEnd[language](writtenInstant(end, language, timeZone))

/** The mail about a change to a login, as plain text. It holds no link, so that nobody learns to trust links in such mails. */
export function securityMail(
  kind: SecurityEvent,
  facts: {
    readonly coopName: string
    readonly username: string
    readonly now: Date
    readonly timeZone: string
    /** More lines about what happened, in the language of the mail. */
    readonly lines: readonly string[]
  },
  language: Language,
): { readonly subject: string; readonly bodyText: string } {
  const { subject, what, advice } = texts[language][kind]
  const text = frame[language]
  const lines = [
    what,
    ...facts.lines,
    '',
    `${text.login}: ${facts.username}`,
    `${text.when}: ${writtenInstant(facts.now, language, facts.timeZone)}`,
    '',
    (advice ?? text.notYou)(facts.coopName),
    text.closing,
  ]
  return { subject, bodyText: `${lines.join('\n')}\n` }
}

const call: Record<Language, string> = { en: 'Not you? Call us.', es: '¿No fue usted? Llámenos.' }

/** The same in one line, as a text message. */
export const securityText = (kind: SecurityEvent, language: Language): string =>
  `${texts[language][kind].subject}. ${call[language]}`

import { formatInstant } from '@coopline/rules/kernel/instant'
import type { Language } from '@coopline/rules/kernel/problem'

/** A change to a login about which its member is notified. */
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
  | 'payment-method-added'
  | 'payment-method-removed'
  | 'payment-method-refused'
  | 'payment-method-gone'
  | 'app-connected'
  | 'access-token-made'
  | 'copied-token-used'
  | 'access-invited'
  | 'access-accepted'
  | 'access-may-pay'
  | 'access-ended'
  | 'service-requested'

interface SecurityMailText {
  readonly subject: string
  readonly what: string
  /** The advice, when it differs from that of the other emails. */
  readonly advice?: (coopName: string) => string
}

const texts: Record<Language, Record<SecurityEvent, SecurityMailText>> = {
  en: {
    'password-changed': {
      subject: 'Your password was changed',
      what: 'The password for your online account was changed.',
    },
    'password-reset': {
      subject: 'Your password was changed',
      what: 'The password for your online account was changed with a link that we emailed to you.',
      advice: (coopName) =>
        `If you did not do this, someone else can read your email. Secure your email, reset your password again and call ${coopName}.`,
    },
    'username-changed': {
      subject: 'Your username was changed',
      what: 'The username for your online account was changed.',
    },
    'email-changed': {
      subject: 'Your email address was changed',
      what: 'The email address for your online account was changed. We sent this notice to the old and the new address.',
    },
    'app-added': {
      subject: 'An authenticator app was added',
      what: 'We will now ask for a code from your authenticator app when you sign in with your password.',
    },
    'app-removed': {
      subject: 'The authenticator app was removed',
      what: 'We will no longer ask for a code from an authenticator app when you sign in.',
    },
    'recovery-codes-made': {
      subject: 'New recovery codes were created',
      what: 'New recovery codes were created for your online account. Your old codes no longer work.',
    },
    'recovery-code-used': {
      subject: 'A recovery code was used',
      what: 'One of your recovery codes was used. It no longer works.',
    },
    'passkey-added': { subject: 'A passkey was added', what: 'A passkey was added to your online account.' },
    'passkey-removed': { subject: 'A passkey was removed', what: 'A passkey was removed from your online account.' },
    'passkey-confirmed': {
      subject: 'A passkey was confirmed',
      what: 'A passkey that was suspended after a password reset can sign in to your online account again.',
    },
    'phones-changed': {
      subject: 'Your phone numbers were changed',
      what: 'The phone numbers in your profile were changed.',
    },
    'session-stolen': {
      subject: 'We signed you out',
      what: 'Someone may have tried to use your session from another browser, so we signed you out. Sign in again to continue.',
    },
    'login-locked': {
      subject: 'Your online account is locked for now',
      what: 'We locked your online account after many wrong passwords in a row. None of them let anyone in.',
      advice: (coopName) =>
        `You do not have to wait. Select “Forgot username or password?” on the sign-in page and set a new password. The lock does not apply to browsers you signed in with recently. Questions? Call ${coopName}.`,
    },
    'login-disabled': {
      subject: 'Reset your password to unlock your online account',
      what: 'We locked your online account after too many wrong passwords in a row. None of them let anyone in.',
      advice: (coopName) =>
        `To unlock it, select “Forgot username or password?” on the sign-in page and set a new password. If you did not enter the wrong passwords, call ${coopName}.`,
    },
    'service-requested': {
      subject: 'We received your service request',
      what: 'A service request was sent from your online account.',
    },
    'contact-added': {
      subject: 'A contact was added',
      what: 'A notification contact was added to your profile.',
    },
    'contact-changed': {
      subject: 'A contact was changed',
      what: 'A notification contact was changed in your profile.',
    },
    'contact-removed': {
      subject: 'A contact was deleted',
      what: 'A notification contact was deleted from your profile.',
    },
    'payment-method-added': {
      subject: 'A payment method was saved',
      what: 'A card or bank account was saved for your payments.',
    },
    'payment-method-removed': {
      subject: 'A payment method was removed',
      what: 'A saved card or bank account was removed.',
    },
    'payment-method-refused': {
      subject: 'A bank account can no longer be charged',
      what: 'The bank no longer allows payments from a saved bank account. It is not charged any more: AutoPay, drafts and scheduled payments that use it are not made.',
      advice: (coopName) =>
        `Choose another payment method for them, or save this bank account again. If you have questions, call ${coopName}.`,
    },
    'payment-method-gone': {
      subject: 'A payment method can no longer be charged',
      what: 'We can no longer charge a saved card or bank account, because our payment provider no longer has it. AutoPay, drafts and scheduled payments that use it are not made.',
      advice: (coopName) => `Choose another payment method for them. If you have questions, call ${coopName}.`,
    },
    'app-connected': {
      subject: 'An app was connected to your usage',
      what: 'You let an app read your energy usage. You can see it and end its access in My Profile, Connected apps.',
    },
    'access-token-made': {
      subject: 'An access token was created',
      what: 'An access token that reads your energy usage was created. You can see it and end it in My Profile, Connected apps.',
    },
    'copied-token-used': {
      subject: 'A connected app was disconnected',
      what: 'Someone used a copy of the key of an app that you connected to your energy usage. We ended the connection.',
      advice: () => 'If you still want the app to read your usage, connect it again.',
    },
    'access-invited': {
      subject: 'You invited someone to see your accounts',
      what: 'Your online account invited this person to see some of your accounts. You can see this and end it in My Profile, People with access.',
    },
    'access-accepted': {
      subject: 'Someone accepted your invitation',
      what: 'This person can now see the accounts that you chose. You can see what they open and end their access in My Profile, People with access.',
    },
    'access-may-pay': {
      subject: 'Someone may now pay your accounts',
      what: 'Your online account let this person pay some of your accounts. You can see their payments and end their access in My Profile, People with access.',
    },
    'access-ended': {
      subject: 'Access to your accounts has ended',
      what: 'This person can no longer see your accounts.',
    },
  },
  es: {
    'password-changed': { subject: 'Se cambió su contraseña', what: 'Se cambió la contraseña de su cuenta en línea.' },
    'password-reset': {
      subject: 'Se cambió su contraseña',
      what: 'Se cambió la contraseña de su cuenta en línea con un enlace que le enviamos por correo electrónico.',
      advice: (coopName) =>
        `Si no fue usted, otra persona puede leer su correo: protéjalo, restablezca su contraseña otra vez y llame a ${coopName}.`,
    },
    'username-changed': {
      subject: 'Se cambió su nombre de usuario',
      what: 'Se cambió el nombre de usuario de su cuenta en línea.',
    },
    'email-changed': {
      subject: 'Se cambió su dirección de correo electrónico',
      what: 'Se cambió la dirección de correo electrónico de su cuenta en línea. Enviamos este aviso a la dirección anterior y a la nueva.',
    },
    'app-added': {
      subject: 'Se agregó una aplicación de autenticación',
      what: 'Ahora le pediremos un código de su aplicación de autenticación cuando inicie sesión con su contraseña.',
    },
    'app-removed': {
      subject: 'Se quitó la aplicación de autenticación',
      what: 'Ya no le pediremos un código de una aplicación de autenticación cuando inicie sesión.',
    },
    'recovery-codes-made': {
      subject: 'Se crearon nuevos códigos de recuperación',
      what: 'Se crearon nuevos códigos de recuperación para su cuenta en línea. Los anteriores ya no sirven.',
    },
    'recovery-code-used': {
      subject: 'Se usó un código de recuperación',
      what: 'Se usó uno de sus códigos de recuperación. Ya no sirve.',
    },
    'passkey-added': {
      subject: 'Se agregó una llave de acceso',
      what: 'Se agregó una llave de acceso a su cuenta en línea.',
    },
    'passkey-removed': {
      subject: 'Se quitó una llave de acceso',
      what: 'Se quitó una llave de acceso de su cuenta en línea.',
    },
    'passkey-confirmed': {
      subject: 'Se confirmó una llave de acceso',
      what: 'Una llave de acceso que quedó suspendida al restablecer la contraseña ya puede volver a iniciar sesión en su cuenta en línea.',
    },
    'phones-changed': {
      subject: 'Se cambiaron sus números de teléfono',
      what: 'Se cambiaron los números de teléfono de su perfil.',
    },
    'session-stolen': {
      subject: 'Cerramos su sesión',
      what: 'Es posible que alguien haya intentado usar su sesión desde otro navegador, así que la cerramos. Inicie sesión de nuevo para continuar.',
    },
    'login-locked': {
      subject: 'Su cuenta en línea está bloqueada por ahora',
      what: 'Bloqueamos su cuenta en línea después de muchas contraseñas incorrectas seguidas. Nadie entró con ellas.',
      advice: (coopName) =>
        `No tiene que esperar. Seleccione “¿Olvidó su nombre de usuario o contraseña?” en la página de inicio de sesión y elija una nueva contraseña. El bloqueo no se aplica a los navegadores en los que inició sesión hace poco. ¿Preguntas? Llame a ${coopName}.`,
    },
    'login-disabled': {
      subject: 'Restablezca su contraseña para desbloquear su cuenta en línea',
      what: 'Bloqueamos su cuenta en línea después de demasiadas contraseñas incorrectas seguidas. Nadie entró con ellas.',
      advice: (coopName) =>
        `Para desbloquearla, seleccione “¿Olvidó su nombre de usuario o contraseña?” en la página de inicio de sesión y elija una nueva contraseña. Si usted no ingresó las contraseñas incorrectas, llame a ${coopName}.`,
    },
    'service-requested': {
      subject: 'Recibimos su solicitud de servicio',
      what: 'Se envió una solicitud de servicio desde su cuenta en línea.',
    },
    'contact-added': {
      subject: 'Se agregó un contacto',
      what: 'Se agregó a su perfil un contacto para notificaciones.',
    },
    'contact-changed': {
      subject: 'Se cambió un contacto',
      what: 'Se cambió en su perfil un contacto para notificaciones.',
    },
    'contact-removed': {
      subject: 'Se eliminó un contacto',
      what: 'Se eliminó de su perfil un contacto para notificaciones.',
    },
    'payment-method-added': {
      subject: 'Se guardó una forma de pago',
      what: 'Se guardó una tarjeta o una cuenta bancaria para sus pagos.',
    },
    'payment-method-removed': {
      subject: 'Se eliminó una forma de pago',
      what: 'Se eliminó una tarjeta o una cuenta bancaria guardada.',
    },
    'payment-method-refused': {
      subject: 'Una cuenta bancaria ya no se puede usar',
      what: 'El banco ya no permite pagos desde una cuenta bancaria guardada. No se le hacen más cobros: no se realizan el pago automático, los débitos recurrentes ni los pagos programados que la usan.',
      advice: (coopName) =>
        `Elija otra forma de pago para ellos o guarde de nuevo esta cuenta bancaria. Si tiene preguntas, llame a ${coopName}.`,
    },
    'payment-method-gone': {
      subject: 'Una forma de pago ya no se puede usar',
      what: 'Ya no podemos cobrar con una tarjeta o una cuenta bancaria guardada, porque nuestro proveedor de pagos ya no la tiene. No se realizan el pago automático, los débitos recurrentes ni los pagos programados que la usan.',
      advice: (coopName) => `Elija otra forma de pago para ellos. Si tiene preguntas, llame a ${coopName}.`,
    },
    'app-connected': {
      subject: 'Se conectó una aplicación a su consumo',
      what: 'Usted permitió que una aplicación lea su consumo de energía. En Mi perfil, Aplicaciones conectadas, puede verla y desconectarla.',
    },
    'access-token-made': {
      subject: 'Se creó un token de acceso',
      what: 'Se creó un token de acceso que lee su consumo de energía. En Mi perfil, Aplicaciones conectadas, puede verlo y anularlo.',
    },
    'copied-token-used': {
      subject: 'Se desconectó una aplicación',
      what: 'Alguien usó una copia de la clave de una aplicación que usted conectó a su consumo de energía. Terminamos la conexión.',
      advice: () => 'Si todavía quiere que la aplicación lea su consumo, conéctela de nuevo.',
    },
    'access-invited': {
      subject: 'Usted invitó a alguien a ver sus cuentas',
      what: 'Desde su cuenta en línea se invitó a esta persona a ver cuentas suyas. En Mi perfil, Personas con acceso, puede verlo y terminarlo.',
    },
    'access-accepted': {
      subject: 'Alguien aceptó su invitación',
      what: 'Esta persona ya puede ver las cuentas que usted eligió. En Mi perfil, Personas con acceso, puede ver lo que abre y terminar su acceso.',
    },
    'access-may-pay': {
      subject: 'Alguien ya puede pagar sus cuentas',
      what: 'Desde su cuenta en línea se permitió a esta persona pagar cuentas suyas. En Mi perfil, Personas con acceso, puede ver sus pagos y terminar su acceso.',
    },
    'access-ended': {
      subject: 'Terminó el acceso a sus cuentas',
      what: 'Esta persona ya no puede ver sus cuentas.',
    },
  },
}

const frame = {
  en: {
    login: 'Username',
    when: 'Date and time',
    notYou: (coopName: string) =>
      `If this was you, you do not need to do anything. If not, reset your password now and call ${coopName}.`,
    closing: 'Please do not reply. We do not monitor this mailbox.',
  },
  es: {
    login: 'Nombre de usuario',
    when: 'Fecha y hora',
    notYou: (coopName: string) =>
      `Si fue usted, no tiene que hacer nada. Si no, restablezca su contraseña ahora y llame a ${coopName}.`,
    closing: 'No responda a este mensaje. No revisamos este buzón.',
  },
} as const satisfies Record<Language, object>

const lockEnd = {
  en: (end: string) => `The lock ends on ${end}. After that, another wrong password locks it again for longer.`,
  es: (end: string) =>
    `El bloqueo termina el ${end} Después, otra contraseña incorrecta la bloquea de nuevo por más tiempo.`,
} as const satisfies Record<Language, object>

/** Writes the line with the end of a lock. */
export const lockEndLine = (end: Date, language: Language, timeZone: string): string =>
  lockEnd[language](formatInstant(end, timeZone, language))

/** Writes the plain-text email about a change to a login. It has no link, so that members do not learn to trust links in such emails. */
export function securityMail(
  kind: SecurityEvent,
  facts: {
    readonly coopName: string
    readonly username: string
    readonly now: Date
    readonly timeZone: string
    /** More lines about the event, in the language of the email. */
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
    `${text.when}: ${formatInstant(facts.now, facts.timeZone, language)}`,
    '',
    (advice ?? text.notYou)(facts.coopName),
    text.closing,
  ]
  return { subject, bodyText: `${lines.join('\n')}\n` }
}

const call: Record<Language, string> = {
  en: 'Not you? Call us right away.',
  es: '¿No fue usted? Llámenos de inmediato.',
}

/** Writes the notice as a text message in one line. */
export const securityText = (kind: SecurityEvent, language: Language): string =>
  `${texts[language][kind].subject}. ${call[language]}`

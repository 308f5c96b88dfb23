import type { Language } from '@coopline/rules/kernel/problem'

/** What else opens a login, or hears of it, at the moment of a password reset. */
export interface ConnectedThings {
  readonly passkeys: number
  readonly hadCalendar: boolean
  readonly hasApp: boolean
  readonly contacts: number
}

const texts = {
  en: {
    heading: 'What is connected to your login, and what happened to it:',
    sessions: '- You were signed out everywhere. No browser is remembered any more.',
    passkeys: (count: number) =>
      count === 1
        ? '- 1 passkey: suspended. It does not sign you in until you confirm it under My Profile, Passkeys.'
        : `- ${count} passkeys: suspended. They do not sign you in until you confirm each one under My Profile, Passkeys.`,
    strangePasskeys: '  Remove any passkey that is not yours.',
    calendar: '- Calendar of due dates: its address has ended. Turn it on again for a new address.',
    app: '- Authenticator app: unchanged. Signing in still asks for its code. If you did not set it up, call us.',
    contacts: (count: number) =>
      `- ${count === 1 ? '1 more contact' : `${count} more contacts`} for notifications: unchanged. Check under Notifications that each one is yours.`,
  },
  es: {
    heading: 'Lo que está conectado a su acceso y lo que pasó con ello:',
    sessions: '- Se cerró su sesión en todas partes. Ya no se recuerda ningún navegador.',
    passkeys: (count: number) =>
      count === 1
        ? '- 1 llave de acceso: suspendida. No inicia sesión hasta que usted la confirme en Mi perfil, Llaves de acceso.'
        : `- ${count} llaves de acceso: suspendidas. No inician sesión hasta que usted confirme cada una en Mi perfil, Llaves de acceso.`,
    strangePasskeys: '  Quite toda llave de acceso que no sea suya.',
    calendar: '- Calendario de vencimientos: su dirección dejó de funcionar. Actívelo de nuevo para tener otra.',
    app: '- Aplicación de autenticación: sin cambios. Al iniciar sesión se sigue pidiendo su código. Si usted no la configuró, llámenos.',
    contacts: (count: number) =>
      `- ${count === 1 ? '1 contacto más' : `${count} contactos más`} para avisos: sin cambios. Revise en Avisos que cada uno sea suyo.`,
  },
} as const satisfies Record<Language, object>

/** Lines of the mail about a password reset: each thing that is connected to the login, and what became of it. */
export function connectedLines(things: ConnectedThings, language: Language): readonly string[] {
  const text = texts[language]
  return [
    '',
    text.heading,
    text.sessions,
    ...(things.passkeys > 0 ? [text.passkeys(things.passkeys), text.strangePasskeys] : []),
    ...(things.hadCalendar ? [text.calendar] : []),
    ...(things.hasApp ? [text.app] : []),
    ...(things.contacts > 0 ? [text.contacts(things.contacts)] : []),
  ]
}

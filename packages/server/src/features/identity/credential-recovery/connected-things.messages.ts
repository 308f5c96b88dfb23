import type { Language } from '@coopline/rules/kernel/problem'

/** Everything that gives access to a login, or is notified about it, at the moment of a password reset. */
export interface ConnectedThings {
  readonly passkeys: number
  readonly hadCalendar: boolean
  /** Number of connected apps and access tokens. */
  readonly connections: number
  /** Number of people with access to accounts, open invitations included. */
  readonly people: number
  readonly hasApp: boolean
  readonly contacts: number
}

const texts = {
  en: {
    heading: 'What is connected to your online account, and what changed:',
    sessions: '- Devices: we signed you out on all of them and no longer remember any browser.',
    passkeys: (count: number) =>
      count === 1
        ? '- 1 passkey: suspended. You cannot sign in with it until you confirm it in My Profile, Passkeys.'
        : `- ${count} passkeys: suspended. You cannot sign in with them until you confirm each one in My Profile, Passkeys.`,
    strangePasskeys: '  Remove any passkey that is not yours.',
    calendar: '- Due date calendar: its address no longer works. Turn it on again to get a new one.',
    connections: (count: number) =>
      `- ${count === 1 ? '1 connected app or access token: it' : `${count} connected apps and access tokens: they`} can no longer read your usage. Connect again the ones you still want.`,
    people: (count: number) =>
      `- ${count === 1 ? '1 person with access to your accounts: they' : `${count} people with access to your accounts: they`} can no longer see them. Invite again the ones you still want.`,
    app: '- Authenticator app: no change. We still ask for its code when you sign in. If you did not set it up, call us.',
    contacts: (count: number) =>
      `- ${count === 1 ? '1 more notification contact' : `${count} more notification contacts`}: no change. Check in Notifications that each one is yours.`,
  },
  es: {
    heading: 'Lo que está conectado a su cuenta en línea y lo que cambió:',
    sessions: '- Dispositivos: cerramos su sesión en todos y ya no recordamos ningún navegador.',
    passkeys: (count: number) =>
      count === 1
        ? '- 1 llave de acceso: suspendida. No podrá iniciar sesión con ella hasta que la confirme en Mi perfil, Llaves de acceso.'
        : `- ${count} llaves de acceso: suspendidas. No podrá iniciar sesión con ellas hasta que confirme cada una en Mi perfil, Llaves de acceso.`,
    strangePasskeys: '  Quite cualquier llave de acceso que no sea suya.',
    calendar: '- Calendario de vencimientos: su dirección ya no funciona. Actívelo de nuevo para obtener otra.',
    connections: (count: number) =>
      `- ${count === 1 ? '1 aplicación conectada o token de acceso: ya no puede' : `${count} aplicaciones conectadas y tokens de acceso: ya no pueden`} leer su consumo. Conecte de nuevo las que todavía quiera.`,
    people: (count: number) =>
      `- ${count === 1 ? '1 persona con acceso a sus cuentas: ya no puede' : `${count} personas con acceso a sus cuentas: ya no pueden`} verlas. Invite de nuevo a quienes todavía quiera.`,
    app: '- Aplicación de autenticación: sin cambios. Seguimos pidiéndole su código cuando inicia sesión. Si usted no la configuró, llámenos.',
    contacts: (count: number) =>
      `- ${count === 1 ? '1 contacto más' : `${count} contactos más`} para notificaciones: sin cambios. Revise en Notificaciones que cada uno sea suyo.`,
  },
} as const satisfies Record<Language, object>

/** Writes the lines of the email about a password reset: each item connected to the login, and whether it still works. */
export function connectedLines(things: ConnectedThings, language: Language): readonly string[] {
  const text = texts[language]
  return [
    '',
    text.heading,
    text.sessions,
    ...(things.passkeys > 0 ? [text.passkeys(things.passkeys), text.strangePasskeys] : []),
    ...(things.hadCalendar ? [text.calendar] : []),
    ...(things.connections > 0 ? [text.connections(things.connections)] : []),
    ...(things.people > 0 ? [text.people(things.people)] : []),
    ...(things.hasApp ? [text.app] : []),
    ...(things.contacts > 0 ? [text.contacts(things.contacts)] : []),
  ]
}

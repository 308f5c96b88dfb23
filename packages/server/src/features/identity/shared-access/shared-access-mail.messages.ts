import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import type { SharedRights } from '@coopline/rules/identity/shared-access/check-invitation'

interface Text {
  readonly subject: string
  readonly bodyText: string
}

const texts = {
  en: {
    invited: (coopName: string) => `You are invited to see an account at ${coopName}`,
    who: (memberName: string, accounts: number, coopName: string) =>
      `${memberName} invites you to see ${accounts === 1 ? 'a utility account' : `${accounts} utility accounts`} at ${coopName} online: the name, service address, balance, bills and usage.`,
    pay: 'You can also pay it with your own card or bank account.',
    until: (day: string) => `Your access would last through ${day}. You will sign in with your own login.`,
    open: 'Accept the invitation',
    acceptBy: (day: string) =>
      `The link works through ${day} and can be used once. To accept, you need access to this mailbox.`,
    unknown: 'If you do not know this person, ignore this email.',
    accepted: (coopName: string) => `You have access to an account at ${coopName}`,
    acceptedBody: (memberName: string) =>
      `You accepted the invitation of ${memberName}. Sign in and select Shared with me. ${memberName} sees what you open and can end your access at any time.`,
    ended: (coopName: string) => `Your access to an account at ${coopName} has ended`,
    endedBody: 'You can no longer see the accounts that were shared with this email address.',
    closing: 'Please do not reply. We do not monitor this mailbox.',
  },
  es: {
    invited: (coopName: string) => `Le invitan a ver una cuenta en ${coopName}`,
    who: (memberName: string, accounts: number, coopName: string) =>
      `${memberName} le invita a ver ${accounts === 1 ? 'una cuenta de servicio' : `${accounts} cuentas de servicio`} de ${coopName} en línea: el nombre, la dirección del servicio, el saldo, las facturas y el consumo.`,
    pay: 'También puede pagarla, con una tarjeta o cuenta bancaria suya.',
    until: (day: string) => `Su acceso duraría hasta el ${day}. Iniciará sesión con su propio usuario.`,
    open: 'Acepte la invitación',
    acceptBy: (day: string) =>
      `El enlace funciona hasta el ${day} y se usa una sola vez. Para aceptar necesita este buzón de correo.`,
    unknown: 'Si no conoce a esta persona, ignore este mensaje.',
    accepted: (coopName: string) => `Ya tiene acceso a una cuenta en ${coopName}`,
    acceptedBody: (memberName: string) =>
      `Usted aceptó la invitación de ${memberName}. Inicie sesión y seleccione Compartidas conmigo. ${memberName} ve lo que usted abre y puede terminar su acceso en cualquier momento.`,
    ended: (coopName: string) => `Su acceso a una cuenta en ${coopName} terminó`,
    endedBody: 'Ya no puede ver las cuentas que se compartieron con esta dirección de correo.',
    closing: 'No responda a este mensaje. No revisamos este buzón.',
  },
} as const satisfies Record<Language, object>

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`

/** Writes the email of an invitation. It has no text of the member, so that it cannot be used to send messages. */
export function invitationMail(
  facts: {
    readonly coopName: string
    readonly memberName: string
    readonly accounts: number
    readonly rights: SharedRights
    readonly lastDay: CalendarDate
    readonly acceptBy: CalendarDate
    readonly address: string
  },
  language: Language,
): Text {
  const text = texts[language]
  return {
    subject: text.invited(facts.coopName),
    bodyText: lines(
      text.who(facts.memberName, facts.accounts, facts.coopName),
      ...(facts.rights === 'view' ? [] : [text.pay]),
      text.until(formatUsDate(facts.lastDay)),
      '',
      `${text.open}: ${facts.address}`,
      text.acceptBy(formatUsDate(facts.acceptBy)),
      '',
      text.unknown,
      text.closing,
    ),
  }
}

/** Writes the email to a guest who accepted. */
export function acceptedMail(
  { coopName, memberName }: { readonly coopName: string; readonly memberName: string },
  language: Language,
): Text {
  const text = texts[language]
  return { subject: text.accepted(coopName), bodyText: lines(text.acceptedBody(memberName), '', text.closing) }
}

/** Writes the email to a guest, or to an invited person, whose access has ended. */
export function endedMail({ coopName }: { readonly coopName: string }, language: Language): Text {
  const text = texts[language]
  return { subject: text.ended(coopName), bodyText: lines(text.endedBody, '', text.closing) }
}

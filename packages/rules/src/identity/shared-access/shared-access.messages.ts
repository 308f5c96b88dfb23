import type { Language } from '../../kernel/problem.ts'
import { emailMessage } from '../email-address/email-address.messages.ts'
import {
  invitationDays,
  type InvitationProblemCode,
  maxGuestNameLength,
  maxGuests,
  maxSharedAccounts,
} from './check-invitation.ts'

type OwnCode = Exclude<InvitationProblemCode, 'email-missing' | 'email-not-valid'>

/** Reasons for refusing an invitation, or to accept one. */
export type SharedAccessRefusal =
  | InvitationProblemCode
  | 'too-many-guests'
  | 'invitation-not-good'
  | 'own-invitation'
  | 'code-wrong'

const texts: Record<Language, Record<OwnCode | Exclude<SharedAccessRefusal, InvitationProblemCode>, string>> = {
  en: {
    'name-missing': 'Enter a name for this person.',
    'name-too-long': `The name can have up to ${maxGuestNameLength} characters.`,
    'name-not-valid': 'The name must be on one line.',
    'no-account': 'Choose at least one account.',
    'too-many-accounts': `Choose up to ${maxSharedAccounts} accounts.`,
    'end-not-valid': 'Enter the last day of access.',
    'end-passed': 'The last day must be today or later.',
    'end-too-late': 'The last day must be within one year.',
    'too-many-guests': `You have shared access with ${maxGuests} people, the most allowed. End one to invite another.`,
    'invitation-not-good': `This invitation does not work. Invitations expire after ${invitationDays} days and can be accepted once. Ask for a new one.`,
    'own-invitation': 'You sent this invitation. You see these accounts already.',
    'code-wrong': 'This code is not right or has expired. Check your email, or send a new code.',
  },
  es: {
    'name-missing': 'Ingrese un nombre para esta persona.',
    'name-too-long': `El nombre puede tener hasta ${maxGuestNameLength} caracteres.`,
    'name-not-valid': 'El nombre debe estar en una sola línea.',
    'no-account': 'Elija al menos una cuenta.',
    'too-many-accounts': `Elija hasta ${maxSharedAccounts} cuentas.`,
    'end-not-valid': 'Ingrese el último día de acceso.',
    'end-passed': 'El último día debe ser hoy o posterior.',
    'end-too-late': 'El último día debe estar dentro del próximo año.',
    'too-many-guests': `Ha compartido el acceso con ${maxGuests} personas, el máximo permitido. Termine uno para invitar a otra persona.`,
    'invitation-not-good': `Esta invitación no funciona. Las invitaciones vencen a los ${invitationDays} días y se aceptan una sola vez. Pida una nueva.`,
    'own-invitation': 'Usted envió esta invitación. Ya puede ver estas cuentas.',
    'code-wrong': 'Este código no es correcto o venció. Revise su correo o envíe un código nuevo.',
  },
}

/** The sentence for a refused invitation. */
export const sharedAccessMessage = (code: SharedAccessRefusal, language: Language): string =>
  code === 'email-missing' || code === 'email-not-valid' ? emailMessage(code, language) : texts[language][code]

import type { Language } from '../../kernel/problem.ts'
import { registrationMessage } from '../../identity/registration/registration.messages.ts'
import type { AddressProblem } from './check-address.ts'
import type { NameProblem } from './check-name.ts'
import type { PhoneProblem } from './check-phones.ts'
import { maxProfileLengths } from './profile-fields.ts'

type TextField = NameProblem['field'] | AddressProblem['field']
type FieldProblem = NameProblem | AddressProblem

const labels: Record<Language, Record<TextField, string>> = {
  en: {
    firstName: 'First name',
    middleName: 'Middle name',
    lastName: 'Last name',
    streetNumber: 'Street number',
    streetName: 'Street name',
    streetType: 'Street type',
    unit: 'Unit',
    city: 'City',
    state: 'State',
    zip: 'Zip code',
  },
  es: {
    firstName: 'El nombre',
    middleName: 'El segundo nombre',
    lastName: 'El apellido',
    streetNumber: 'El número de casa o edificio',
    streetName: 'El nombre de la calle',
    streetType: 'El tipo de calle',
    unit: 'La unidad',
    city: 'La ciudad',
    state: 'El estado',
    zip: 'El código postal',
  },
}

const missing: Record<Language, Partial<Record<TextField, string>>> = {
  en: {
    firstName: 'Please enter first name.',
    lastName: 'Please enter last name.',
    streetNumber: 'Street Number is required.',
    streetName: 'Street name is required.',
    city: 'City is required.',
    state: 'State is required.',
    zip: 'Zip code is required.',
  },
  es: {
    firstName: 'Ingrese el nombre.',
    lastName: 'Ingrese el apellido.',
    streetNumber: 'El número de casa o edificio es obligatorio.',
    streetName: 'El nombre de la calle es obligatorio.',
    city: 'La ciudad es obligatoria.',
    state: 'El estado es obligatorio.',
    zip: 'El código postal es obligatorio.',
  },
}

const zipNotValid: Record<Language, string> = {
  en: 'Zip code must be a 5 or 9 digit number(Ex: 98745-4321).',
  es: 'El código postal debe ser un número de 5 o 9 dígitos (por ejemplo, 98745-4321).',
}

/** The documented sentence for a problem of the name or the address (PF-23 to PF-39, REQ-D-122), or its Spanish counterpart. */
export function profileFieldMessage({ code, field }: FieldProblem, language: Language): string {
  const label = labels[language][field]
  const inSpanish = language === 'es'
  if (code === 'missing') return missing[language][field] ?? label
  if (code === 'too-long') {
    const most = field in maxProfileLengths ? maxProfileLengths[field as keyof typeof maxProfileLengths] : 0
    return inSpanish ? `${label} puede tener hasta ${most} caracteres.` : `${label} can have up to ${most} characters.`
  }
  if (code === 'not-digits') return inSpanish ? `${label} solo puede tener números.` : `${label} can have numbers only.`
  if (field === 'zip') return zipNotValid[language]
  return inSpanish ? `${label} tiene caracteres que no se permiten.` : `${label} has characters that are not allowed.`
}

/** The problems of a profile change other than those of its name and address. */
export type ProfileRefusal =
  | PhoneProblem['code']
  | 'update-not-allowed'
  | 'pending-review'
  | 'no-contact'
  | 'changed-elsewhere'

const texts: Record<Language, Record<Exclude<ProfileRefusal, 'no-contact'>, string>> = {
  en: {
    'phone-not-valid': 'Invalid phone format.(Ex: (987) 456-1230)',
    'phone-type-missing': 'Phone type is required.',
    'phone-required': 'At least one phone number is required.',
    'extension-not-valid': 'Enter an extension of up to 6 digits.',
    'too-many-phones': 'You can have up to 3 phone numbers.',
    'update-not-allowed': 'You cannot change this part of your profile here. Please contact customer support.',
    'pending-review': 'Your profile changes are pending review.',
    'changed-elsewhere':
      'Your profile changed while you were editing, so we did not save your change. Select Cancel, check the current details and make your change again.',
  },
  es: {
    'phone-not-valid': 'El formato del teléfono no es válido (por ejemplo, (987) 456-1230).',
    'phone-type-missing': 'El tipo de teléfono es obligatorio.',
    'phone-required': 'Se necesita al menos un número de teléfono.',
    'extension-not-valid': 'Ingrese una extensión de hasta 6 dígitos.',
    'too-many-phones': 'Puede tener hasta 3 números de teléfono.',
    'update-not-allowed': 'No puede cambiar esta parte de su perfil aquí. Comuníquese con atención al cliente.',
    'pending-review': 'Los cambios de su perfil están pendientes de revisión.',
    'changed-elsewhere':
      'Su perfil cambió mientras lo editaba y no guardamos su cambio. Seleccione Cancelar, revise los datos actuales y haga su cambio otra vez.',
  },
}

/** The documented sentence (PF-40 to PF-44, REQ-D-122), or its Spanish counterpart. */
export const profileMessage = (code: ProfileRefusal, language: Language): string =>
  code === 'no-contact' ? registrationMessage({ code }, language) : texts[language][code]

/** The reason that a change of phones cannot be made on another of the member's accounts. */
export type OtherAccountRefusal = 'phone-required' | 'too-many-phones' | 'pending-review'

const ofOther: Record<Language, Record<OtherAccountRefusal, (account: string) => string>> = {
  en: {
    'phone-required': (account) =>
      `Nothing was saved. Account ${account} would have no phone number. Try again and select “Only this account”.`,
    'too-many-phones': (account) =>
      `Nothing was saved. Account ${account} already has 3 phone numbers. Try again and select “Only this account”.`,
    'pending-review': (account) =>
      `Nothing was saved. Account ${account} has changes pending review. Try again and select “Only this account”.`,
  },
  es: {
    'phone-required': (account) =>
      `No se guardó nada. La cuenta ${account} se quedaría sin número de teléfono. Inténtelo de nuevo y seleccione “Solo esta cuenta”.`,
    'too-many-phones': (account) =>
      `No se guardó nada. La cuenta ${account} ya tiene 3 números de teléfono. Inténtelo de nuevo y seleccione “Solo esta cuenta”.`,
    'pending-review': (account) =>
      `No se guardó nada. La cuenta ${account} tiene cambios pendientes de revisión. Inténtelo de nuevo y seleccione “Solo esta cuenta”.`,
  },
}

/** Names the account, because the member is looking at another one. */
export const otherAccountMessage = (code: OtherAccountRefusal, accountNumber: string, language: Language): string =>
  ofOther[language][code](accountNumber)

const scope: Record<Language, Record<'address' | 'phone', string>> = {
  en: {
    address:
      'This address exists on more than one account for this member. Do you want to update the address on all of these accounts or only the selected account?',
    phone:
      'This phone number exists on more than one account for this member. Do you want to update the phone number on all of these accounts or only the selected account?',
  },
  es: {
    address:
      'Esta dirección está en más de una cuenta de este miembro. ¿Desea cambiar la dirección en todas esas cuentas o solo en la cuenta seleccionada?',
    phone:
      'Este número de teléfono está en más de una cuenta de este miembro. ¿Desea cambiar el número de teléfono en todas esas cuentas o solo en la cuenta seleccionada?',
  },
}

/** The question whether a change applies to all accounts or to one (PF-12 to PF-14, REQ-D-119). */
export const scopeQuestion = (block: 'address' | 'phone', language: Language): string => scope[language][block]

const saved: Record<Language, string> = {
  en: 'Your profile has been updated.',
  es: 'Su perfil ha sido actualizado.',
}

/** The confirmation of a change that takes effect immediately. */
export const profileSavedMessage = (language: Language): string => saved[language]

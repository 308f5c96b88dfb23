import type { Language } from '../../kernel/problem.ts'
import type { ClaimProblem } from './check-claim.ts'
import type { LetterProblem } from './check-letter.ts'
import { type CreditSearch, searchedNames } from './credit-search.ts'

const texts = {
  en: {
    'member-number-missing': 'Member Number is required.',
    'letter-id-missing': 'Letter ID is required.',
    'letter-number-not-valid': 'Invalid format.',
    'ssn-not-valid': 'SSN must be 4 numeric digits',
    'phone-missing': 'Phone number is required.',
    'phone-not-valid': 'Invalid phone format. (Ex: (987) 456-1230)',
    'preference-missing': 'Contact preference is required.',
    'email-missing': 'Email address is required.',
    'email-not-valid': 'Invalid e-mail address.',
    'address-missing': 'Address 1 is required.',
    'city-missing': 'City is required.',
    'state-missing': 'State is required.',
    'zip-not-valid': 'Zip code must be a 5 or 9 digit number. (Ex: *****-4321)',
    'too-long': 'This text is too long.',
    'letter-returned': 'Thank you. We received your signed letter.',
    'letter-unknown':
      'We could not find a letter with this Member Number and Letter ID. Check both numbers and try again.',
    claimed: 'Thank you. We received your claim and will contact you.',
    'claim-expired': 'Your search has expired. Search again and choose the name that you want to claim.',
    'claims-closed': 'We cannot take claims online right now. Please contact our office.',
  },
  es: {
    'member-number-missing': 'Se requiere el número de miembro.',
    'letter-id-missing': 'Se requiere el número de carta.',
    'letter-number-not-valid': 'Formato no válido.',
    'ssn-not-valid': 'El SSN debe tener 4 dígitos numéricos',
    'phone-missing': 'Se requiere el número de teléfono.',
    'phone-not-valid': 'Formato de teléfono no válido. (Ej.: (987) 456-1230)',
    'preference-missing': 'Se requiere la preferencia de contacto.',
    'email-missing': 'Se requiere la dirección de correo electrónico.',
    'email-not-valid': 'Dirección de correo electrónico no válida.',
    'address-missing': 'Se requiere la dirección 1.',
    'city-missing': 'Se requiere la ciudad.',
    'state-missing': 'Se requiere el estado.',
    'zip-not-valid': 'El código postal debe tener 5 o 9 dígitos. (Ej.: *****-4321)',
    'too-long': 'Este texto es demasiado largo.',
    'letter-returned': 'Gracias. Recibimos su carta firmada.',
    'letter-unknown':
      'No encontramos una carta con este número de miembro y de carta. Revise los dos números e inténtelo de nuevo.',
    claimed: 'Gracias. Recibimos su reclamación y nos comunicaremos con usted.',
    'claim-expired': 'Su búsqueda venció. Busque de nuevo y elija el nombre que quiere reclamar.',
    'claims-closed': 'En este momento no podemos recibir reclamaciones en línea. Comuníquese con nuestra oficina.',
  },
} as const satisfies Record<Language, Record<string, string>>

type Code = keyof (typeof texts)['en'] | LetterProblem['code'] | ClaimProblem['code']

/** Returns the documented sentence (CL-12 to CL-19, UC-33 to UC-51) or its Spanish translation. */
export const capitalCreditMessage = (code: Code, language: Language): string => texts[language][code]

/** The message for a search without results (UC-23 to UC-26, REQ-D-257). */
export const noCreditsMessage = (search: CreditSearch, language: Language): string =>
  language === 'es'
    ? `No se encontraron créditos de capital no reclamados que coincidan con '${searchedNames(search)}'.`
    : `There were no unclaimed capital credits found matching '${searchedNames(search)}'.`

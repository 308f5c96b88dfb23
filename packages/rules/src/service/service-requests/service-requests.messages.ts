import { profileFieldMessage } from '../../accounts/account-profile/account-profile.messages.ts'
import type { AddressProblem } from '../../accounts/account-profile/check-address.ts'
import type { Language } from '../../kernel/problem.ts'
import { maxLandlordName, type ServiceRequestProblem } from './check-service-request.ts'

const texts = {
  en: {
    'type-missing': 'Service Type is required.',
    'phone-missing': 'Phone number is required.',
    'phone-not-valid': 'Invalid phone format. (Ex: (987) 456-1230)',
    'forwarding-missing': 'Forwarding Address is required.',
    'date-not-valid': 'Invalid date range.',
    'landlord-too-long': `The landlord’s name can have up to ${maxLandlordName} characters.`,
    streetName: 'Street Name is required.',
  },
  es: {
    'type-missing': 'El tipo de servicio es obligatorio.',
    'phone-missing': 'El número de teléfono es obligatorio.',
    'phone-not-valid': 'El formato del teléfono no es válido. (Ej.: (987) 456-1230)',
    'forwarding-missing': 'La dirección de reenvío es obligatoria.',
    'date-not-valid': 'La fecha no está dentro del plazo permitido.',
    'landlord-too-long': `El nombre del propietario puede tener hasta ${maxLandlordName} caracteres.`,
    streetName: 'El nombre de la calle es obligatorio.',
  },
} as const

/** Returns the documented sentence for a forwarding address problem, or its Spanish translation. */
export const forwardingMessage = (problem: AddressProblem, language: Language): string =>
  problem.code === 'missing' && problem.field === 'streetName'
    ? texts[language].streetName
    : profileFieldMessage(problem, language)

/** Returns the documented sentence (SR-20 to SR-44) or its Spanish translation. */
export function serviceRequestMessage(problem: ServiceRequestProblem, language: Language): string {
  if (problem.code === 'forwarding-not-valid') return forwardingMessage(problem.problem, language)
  if (problem.code !== 'comments-too-long') return texts[language][problem.code]
  return language === 'es'
    ? `Los comentarios pueden tener hasta ${problem.most} caracteres.`
    : `Comments can have up to ${problem.most} characters.`
}

/** The confirmation after a request is recorded. */
export const requestReceived = (requestNumber: string, language: Language): string =>
  language === 'es'
    ? `Recibimos su solicitud. El número de su solicitud es ${requestNumber}.`
    : `We received your request. Your request number is ${requestNumber}.`

/** The status of a request that the cooperative's system does not list yet. */
export const statusReceived = (language: Language): string => (language === 'es' ? 'Recibida' : 'Received')

import { profileFieldMessage } from '../../accounts/account-profile/account-profile.messages.ts'
import { emailMessage } from '../../identity/email-address/email-address.messages.ts'
import type { Language } from '../../kernel/problem.ts'
import { forwardingMessage, serviceRequestMessage } from '../service-requests/service-requests.messages.ts'
import type { ApplicationProblem } from './check-application.ts'

const texts = {
  en: {
    'type-missing': 'Choose an account type.',
    'email-missing': 'Email address is required.',
    'preference-missing': 'Contact preference is required.',
    'date-not-valid': 'Choose one of the days offered.',
    'not-valid': 'This contains characters that are not allowed.',
    'link-not-good': 'This link has expired or is incomplete. Start a new application, or call us.',
    'email-needed': 'Enter your email address in the first step, so that we can email you the link.',
    mailed: 'We emailed you the link. It can take a few minutes.',
  },
  es: {
    'type-missing': 'Elija un tipo de cuenta.',
    'email-missing': 'Se requiere la dirección de correo electrónico.',
    'preference-missing': 'Se requiere la preferencia de contacto.',
    'date-not-valid': 'Elija uno de los días disponibles.',
    'not-valid': 'Tiene caracteres que no se permiten.',
    'link-not-good': 'Este enlace venció o está incompleto. Inicie una solicitud nueva o llámenos.',
    'email-needed': 'Ingrese su correo electrónico en el primer paso para que podamos enviarle el enlace.',
    mailed: 'Le enviamos el enlace por correo electrónico. Puede tardar unos minutos.',
  },
} as const

/** Returns a message that needs no parameters. */
export const applicationText = (code: keyof (typeof texts)['en'], language: Language): string => texts[language][code]

/** Returns the message for an application problem. */
export function applicationMessage(problem: ApplicationProblem, language: Language): string {
  switch (problem.code) {
    case 'address':
      return forwardingMessage(problem.problem, language)
    case 'too-long':
      return language === 'es'
        ? `Puede tener hasta ${problem.most} caracteres.`
        : `Use up to ${problem.most} characters.`
    case 'first-name-missing':
      return profileFieldMessage({ code: 'missing', field: 'firstName' }, language)
    case 'last-name-missing':
      return profileFieldMessage({ code: 'missing', field: 'lastName' }, language)
    case 'phone-missing':
      return serviceRequestMessage({ code: 'phone-missing', field: 'phone' }, language)
    case 'phone-not-valid':
      return serviceRequestMessage({ code: 'phone-not-valid', field: 'phone' }, language)
    case 'email-not-valid':
      return emailMessage(problem.code, language)
    case 'type-missing':
    case 'email-missing':
    case 'preference-missing':
    case 'date-not-valid':
    case 'not-valid':
      break
  }
  return texts[language][problem.code]
}

/** The confirmation after an application is submitted. */
export const applicationReceived = (referenceNumber: string, language: Language): string =>
  language === 'es'
    ? `Recibimos su solicitud. Su número de referencia es ${referenceNumber}.`
    : `We received your application. Your reference number is ${referenceNumber}.`

import type { Language } from '../kernel/problem.ts'
import { forwardingMessage } from '../service-requests/service-requests.messages.ts'
import type { ApplicationProblem } from './check-application.ts'

const texts = {
  en: {
    'type-missing': 'Choose an account type.',
    'first-name-missing': 'Please enter first name.',
    'last-name-missing': 'Please enter last name.',
    'phone-missing': 'Phone number is required.',
    'phone-not-valid': 'Invalid phone format. (Ex: (987) 456-1230)',
    'email-missing': 'Email address is required.',
    'email-not-valid': 'Please enter a valid email address.',
    'preference-missing': 'Contact preference is required.',
    'date-not-valid': 'Choose one of the days offered.',
    'not-valid': 'This has characters that are not allowed.',
    'link-not-good': 'This link has expired or is incomplete. Start a new application, or call us.',
    'email-needed': 'Enter your email address in the first step, so that we can email you the link.',
    mailed: 'We emailed you the link. It can take a few minutes.',
  },
  es: {
    'type-missing': 'Elija un tipo de cuenta.',
    'first-name-missing': 'Ingrese el nombre.',
    'last-name-missing': 'Ingrese el apellido.',
    'phone-missing': 'El número de teléfono es obligatorio.',
    'phone-not-valid': 'El formato del teléfono no es válido. (Ej.: (987) 456-1230)',
    'email-missing': 'Se requiere la dirección de correo electrónico.',
    'email-not-valid': 'Ingrese una dirección de correo electrónico válida.',
    'preference-missing': 'Se requiere la preferencia de contacto.',
    'date-not-valid': 'Elija uno de los días disponibles.',
    'not-valid': 'Tiene caracteres que no se permiten.',
    'link-not-good': 'Este enlace venció o está incompleto. Inicie una solicitud nueva o llámenos.',
    'email-needed': 'Ingrese su correo electrónico en el primer paso para que podamos enviarle el enlace.',
    mailed: 'Le enviamos el enlace por correo electrónico. Puede tardar unos minutos.',
  },
} as const

/** A sentence about an application that needs no more than its code. */
export const applicationText = (code: keyof (typeof texts)['en'], language: Language): string => texts[language][code]

/** The sentence for a problem of an application. */
export function applicationMessage(problem: ApplicationProblem, language: Language): string {
  if (problem.code === 'address') return forwardingMessage(problem.problem, language)
  if (problem.code !== 'too-long') return texts[language][problem.code]
  return language === 'es' ? `Puede tener hasta ${problem.most} caracteres.` : `Use up to ${problem.most} characters.`
}

/** What is said when an application was submitted. */
export const applicationReceived = (referenceNumber: string, language: Language): string =>
  language === 'es'
    ? `Recibimos su solicitud. Su número de referencia es ${referenceNumber}.`
    : `We received your application. Your reference number is ${referenceNumber}.`

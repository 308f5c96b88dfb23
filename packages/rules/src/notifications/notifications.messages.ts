import { emailMessage } from '../email-address/email-address.messages.ts'
import type { Language } from '../kernel/problem.ts'
import { registrationMessage } from '../registration/registration.messages.ts'
import { type ContactProblem, maxContacts } from './check-contact.ts'
import type { ChoiceProblem } from './check-choices.ts'

type OwnCode =
  | ChoiceProblem['code']
  | 'contact-known'
  | 'too-many-contacts'
  | 'text-not-offered'
  | 'phone-stopped'
  | 'code-not-good'
  | 'contact-not-usable'
  | 'link-not-good'

const texts: Record<Language, Record<OwnCode, string>> = {
  en: {
    'topic-not-offered': 'One of these notifications is not offered any more. Please load the page again.',
    'security-by-email':
      'E-mails about changes to your login cannot be turned off: they tell you when somebody else gets in.',
    'phone-missing': 'Please choose a confirmed phone number for texts.',
    'contact-known': 'You have this contact already.',
    'too-many-contacts': `You have ${maxContacts} contacts, and there may be no more. Delete one first.`,
    'text-not-offered': 'Text messages are not offered.',
    'phone-stopped': 'This phone answered STOP to our texts. Text START to us from it first.',
    'code-not-good': 'This code is not right or no longer good. Check it, or ask for a new one.',
    'contact-not-usable': 'Please choose one of your confirmed contacts.',
    'link-not-good': 'This link is not right or no longer good. Sign in to change what you are told.',
  },
  es: {
    'topic-not-offered': 'Uno de estos avisos ya no se ofrece. Vuelva a cargar la página.',
    'security-by-email':
      'Los correos sobre cambios de su acceso no se pueden desactivar: le avisan si otra persona entra.',
    'phone-missing': 'Elija un número de teléfono confirmado para los mensajes de texto.',
    'contact-known': 'Ya tiene este contacto.',
    'too-many-contacts': `Tiene ${maxContacts} contactos y no puede haber más. Elimine uno primero.`,
    'text-not-offered': 'No se ofrecen mensajes de texto.',
    'phone-stopped': 'Este teléfono respondió ALTO a nuestros mensajes. Envíenos primero INICIAR desde él.',
    'code-not-good': 'Este código no es correcto o ya no es válido. Revíselo o pida uno nuevo.',
    'contact-not-usable': 'Elija uno de sus contactos confirmados.',
    'link-not-good': 'Este enlace no es correcto o ya no es válido. Inicie sesión para cambiar lo que le avisamos.',
  },
}

/** The sentence for what is wrong with a contact, a code or a choice. */
export function notificationMessage(code: OwnCode | ContactProblem['code'], language: Language): string {
  if (code === 'email-not-valid') return emailMessage(code, language)
  if (code === 'phone-not-valid') return registrationMessage({ code }, language)
  return texts[language][code]
}

import { emailMessage } from '../../identity/email-address/email-address.messages.ts'
import type { Language } from '../../kernel/problem.ts'
import { registrationMessage } from '../../identity/registration/registration.messages.ts'
import { type ContactProblem, maxContacts } from './check-contact.ts'
import type { ChoiceProblem } from './check-choices.ts'

type OwnCode =
  | ChoiceProblem['code']
  | 'contact-known'
  | 'too-many-contacts'
  | 'text-not-offered'
  | 'phone-stopped'
  | 'code-not-good'
  | 'email-code-sent'
  | 'contact-not-usable'
  | 'link-not-good'

const texts: Record<Language, Record<OwnCode, string>> = {
  en: {
    'topic-not-offered': 'One of these notifications is no longer available. Reload the page.',
    'security-by-email':
      'You cannot turn off emails about changes to your online account. They warn you if someone else gets in.',
    'phone-missing': 'Choose a verified mobile number for text messages.',
    'contact-known': 'You already have this contact.',
    'too-many-contacts': `You have ${maxContacts} contacts, the most allowed. Delete one to add another.`,
    'text-not-offered': 'Text messages are not available. Use an email address instead.',
    'phone-stopped': 'This phone replied STOP to our texts. To get texts again, send START to us from that phone.',
    'code-not-good': 'This code is wrong or has expired. Check it, or send a new one.',
    'email-code-sent': 'Enter the code that we sent to your email address.',
    'contact-not-usable': 'Choose one of your verified contacts.',
    'link-not-good': 'This link is not valid or has expired. Sign in to change your notifications.',
  },
  es: {
    'topic-not-offered': 'Una de estas notificaciones ya no está disponible. Vuelva a cargar la página.',
    'security-by-email':
      'No puede desactivar los correos sobre cambios en su cuenta en línea: le avisan si otra persona entra.',
    'phone-missing': 'Elija un celular verificado para los mensajes de texto.',
    'contact-known': 'Ya tiene este contacto.',
    'too-many-contacts': `Tiene ${maxContacts} contactos, el máximo permitido. Elimine uno para agregar otro.`,
    'text-not-offered': 'Los mensajes de texto no están disponibles. Use una dirección de correo electrónico.',
    'phone-stopped':
      'Este teléfono respondió ALTO a nuestros mensajes. Para volver a recibirlos, envíenos INICIAR desde ese teléfono.',
    'code-not-good': 'Este código no es correcto o ya venció. Revíselo o pida uno nuevo.',
    'email-code-sent': 'Ingrese el código que enviamos a su correo electrónico.',
    'contact-not-usable': 'Elija uno de sus contactos verificados.',
    'link-not-good': 'Este enlace no es válido o ya venció. Inicie sesión para cambiar sus notificaciones.',
  },
}

/** The sentence for what is wrong with a contact, a code or a choice. */
export function notificationMessage(code: OwnCode | ContactProblem['code'], language: Language): string {
  if (code === 'email-not-valid') return emailMessage(code, language)
  if (code === 'phone-not-valid') return registrationMessage({ code }, language)
  return texts[language][code]
}

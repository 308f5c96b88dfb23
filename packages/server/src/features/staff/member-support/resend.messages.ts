import { formatInstant } from '@coopline/rules/kernel/instant'
import type { Language } from '@coopline/rules/kernel/problem'

const texts = {
  en: {
    noCode:
      'No code was sent. This contact is verified, was changed or deleted, or contacts are turned off. Reload the page.',
    noInvitation:
      'No invitation was sent. It was accepted or canceled, has expired, or shared access is turned off. Reload the page.',
    tooMany: (until: string) =>
      `Nothing was sent: the limit for this member or recipient is reached. You can try again on ${until}.`,
  },
  es: {
    noCode:
      'No se envió ningún código. Este contacto ya está verificado, se cambió o se eliminó, o los contactos están desactivados. Vuelva a cargar la página.',
    noInvitation:
      'No se envió ninguna invitación. Ya se aceptó o se canceló, venció, o el acceso compartido está desactivado. Vuelva a cargar la página.',
    tooMany: (until: string) =>
      `No se envió nada: se alcanzó el límite de este miembro o destinatario. A partir del ${until} puede volver a intentarlo.`,
  },
} as const satisfies Record<Language, object>

/** Returns the reason that staff cannot have a code or an invitation sent again. */
export const resendMessage = (reason: 'noCode' | 'noInvitation', language: Language): string => texts[language][reason]

/** Returns the sentence that says when the limit allows another one. */
export const tooManySent = (until: Date, language: Language, timeZone: string): string =>
  texts[language].tooMany(formatInstant(until, timeZone, language))

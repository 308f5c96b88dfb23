import type { Language } from '../../kernel/problem.ts'

/** Texts of the service error mapping (ER-01 to ER-05). */
export const serviceErrorTexts = {
  en: {
    unauthorized: 'Unauthorized access.',
    serverFault: 'We are unable to process your request at this time. Please try again later.',
    unknown: 'Unknown error!',
  },
  es: {
    unauthorized: 'Acceso no autorizado.',
    serverFault: 'No podemos procesar su solicitud en este momento. Inténtelo de nuevo más tarde.',
    unknown: '¡Error desconocido!',
  },
} satisfies Record<Language, { unauthorized: string; serverFault: string; unknown: string }>

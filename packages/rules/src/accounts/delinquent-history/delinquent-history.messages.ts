import type { Language } from '../../kernel/problem.ts'

/** The reasons for which the delinquent history cannot show something (DH-22, DH-24). */
export type DelinquentNotice = 'history-failed' | 'file-missing'

const texts: Record<Language, Record<DelinquentNotice, string>> = {
  en: {
    'history-failed': 'We are unable to process your request at this time. Please contact customer support.',
    'file-missing': 'Delinquent File not found.',
  },
  es: {
    'history-failed': 'No podemos procesar su solicitud en este momento. Comuníquese con atención al cliente.',
    'file-missing': 'No se encontró el archivo del aviso de pago atrasado.',
  },
}

/** The sentence for what cannot be shown. */
export const delinquentMessage = (notice: DelinquentNotice, language: Language): string => texts[language][notice]

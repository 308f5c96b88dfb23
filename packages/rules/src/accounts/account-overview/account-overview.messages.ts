import type { Language } from '../../kernel/problem.ts'

/** The reasons for which the overview cannot show something (AO-39, AO-53 to AO-59). */
export type AccountOverviewNotice = 'bill-file-missing' | 'capital-credit-file-missing' | 'no-bill'

const texts: Record<Language, Record<AccountOverviewNotice | 'linked-accounts-failed', string>> = {
  en: {
    'bill-file-missing': 'Bill History File not found.',
    'capital-credit-file-missing': 'Capital Credit File not found.',
    'no-bill': 'The billing statement is not available. Please check back soon.',
    'linked-accounts-failed': 'Failed to load linked accounts: ',
  },
  es: {
    'bill-file-missing': 'No se encontró el archivo de la factura.',
    'capital-credit-file-missing': 'No se encontró el archivo de créditos de capital.',
    'no-bill': 'El estado de cuenta no está disponible. Vuelva a consultarlo pronto.',
    'linked-accounts-failed': 'No se pudieron cargar las cuentas vinculadas: ',
  },
}

/** The sentence for what cannot be shown. */
export const accountOverviewMessage = (notice: AccountOverviewNotice, language: Language): string =>
  texts[language][notice]

/** Says that linked accounts did not load, and why, in the server's words (REQ-D-111). */
export const linkedAccountsFailed = (reason: string, language: Language): string =>
  texts[language]['linked-accounts-failed'] + reason

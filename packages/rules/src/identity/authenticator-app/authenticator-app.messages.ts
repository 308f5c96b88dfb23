import type { Language } from '../../kernel/problem.ts'

/** Messages about the authenticator app, except for a wrong code, which sign-in words. */
export type AppMessageCode = 'app-active' | 'app-removed' | 'app-missing' | 'set-up-over'

const texts: Record<Language, Record<AppMessageCode, string>> = {
  en: {
    'app-active': 'Multi-factor authentication is now active.',
    'app-removed': 'Multi-factor authentication has been removed.',
    'app-missing': 'Multi-factor authentication is not active.',
    'set-up-over': 'This QR code has expired. Start again with a new one.',
  },
  es: {
    'app-active': 'La autenticación de varios factores está activa.',
    'app-removed': 'Se quitó la autenticación de varios factores.',
    'app-missing': 'La autenticación de varios factores no está activa.',
    'set-up-over': 'Este código QR venció. Empiece de nuevo con otro.',
  },
}

/** The sentence about the authenticator app (MA-13, REQ-D-135). */
export const appMessage = (code: AppMessageCode, language: Language): string => texts[language][code]

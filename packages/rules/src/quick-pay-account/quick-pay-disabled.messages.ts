import type { Language } from '../kernel/problem.ts'

const texts: Record<Language, string> = {
  en: 'Service unavailable, please contact administrator.',
  es: 'Servicio no disponible. Comuníquese con el administrador.',
}

/** What is shown where Quick Pay is not enabled (spec 000 §2, §8). */
export const quickPayDisabledMessage = (language: Language): string => texts[language]

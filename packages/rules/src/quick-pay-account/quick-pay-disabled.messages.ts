import type { Language } from '../kernel/problem.ts'

const texts: Record<Language, string> = {
  en: 'Service unavailable, please contact administrator.',
  es: 'Servicio no disponible; comuníquese con el administrador.',
}

/** What the page and the service say while the cooperative does not offer Quick Pay (spec 000 §2, §8). */
export const quickPayDisabledMessage = (language: Language): string => texts[language]

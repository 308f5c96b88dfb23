import type { Language } from '../kernel/problem.ts'

const texts: Record<Language, string> = {
  en: 'Service unavailable, please contact administrator.',
  es: 'Servicio no disponible. Comuníquese con el administrador.',
}

/** What is shown where a service is not offered: Quick Pay (spec 000 §2, §8) and MyMeter (spec 001 §8). */
export const serviceUnavailableMessage = (language: Language): string => texts[language]

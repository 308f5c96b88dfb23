import type { Language } from '../../kernel/problem.ts'

const texts: Record<Language, string> = {
  en: 'Service unavailable, please contact administrator.',
  es: 'Servicio no disponible. Comuníquese con el administrador.',
}

/** Returns the message of pages whose service is not offered: Quick Pay (QP-07) and MyMeter (AO-57). */
export const serviceUnavailableMessage = (language: Language): string => texts[language]

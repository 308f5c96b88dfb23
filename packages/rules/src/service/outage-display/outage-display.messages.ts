import type { Language } from '../../kernel/problem.ts'

const texts: Record<Language, { readonly begin: string; readonly notKnown: string }> = {
  en: {
    begin: 'There is an active outage interrupting the service in your area. The estimated restoration time ',
    notKnown: 'is not yet known.',
  },
  es: {
    begin: 'Hay un corte de luz activo en su zona. Hora estimada de restablecimiento: ',
    notKnown: 'aún no se conoce.',
  },
}

/**
 * The banner of an active outage, in two pieces (AO-60, AO-61, REQ-D-108).
 *
 * @param restoredAt when service is expected back, written as members read it (MM/dd/yyyy HH:mm); `null` when not known.
 */
export const outageBanner = (restoredAt: string | null, language: Language): string =>
  texts[language].begin + (restoredAt ?? texts[language].notKnown)

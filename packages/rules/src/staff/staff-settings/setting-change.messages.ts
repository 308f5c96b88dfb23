import type { Language } from '../../kernel/problem.ts'
import { longestReason, type SettingChangeProblem } from './check-setting-change.ts'

/** The reason that a change of settings is not made. */
export type SettingChangeRefusal = SettingChangeProblem['code'] | 'setting-changed' | 'too-many-planned'

const texts: Record<Language, Record<SettingChangeRefusal, string>> = {
  en: {
    'reason-missing': 'Enter why you make this change.',
    'reason-too-long': `Shorten the reason to ${longestReason} characters.`,
    'start-past': 'Enter a start in the future, or leave it empty to start now.',
    'start-too-late': 'Enter a start within two years.',
    'end-before-start': 'Enter an end after the start.',
    'end-too-late': 'Enter an end within two years.',
    'setting-changed':
      'Someone changed this since you opened it. Nothing was saved. Look at the new value, then decide.',
    'too-many-planned': 'There are 100 scheduled changes. Cancel one or wait until one has started.',
  },
  es: {
    'reason-missing': 'Escriba por qué hace este cambio.',
    'reason-too-long': `Acorte el motivo a ${longestReason} caracteres.`,
    'start-past': 'Indique un inicio en el futuro, o déjelo vacío para empezar ahora.',
    'start-too-late': 'Indique un inicio dentro de dos años.',
    'end-before-start': 'Indique un final posterior al inicio.',
    'end-too-late': 'Indique un final dentro de dos años.',
    'setting-changed':
      'Alguien cambió esto después de que usted lo abrió. No se guardó nada. Revise el valor nuevo y luego decida.',
    'too-many-planned': 'Hay 100 cambios programados. Cancele uno o espere a que empiece alguno.',
  },
}

/** The sentence for staff. */
export const settingChangeMessage = (code: SettingChangeRefusal, language: Language): string => texts[language][code]

import { formatUsDate } from '../../kernel/calendar-date.ts'
import type { Language } from '../../kernel/problem.ts'
import type { ArrangementProblem } from './check-arrangement.ts'

/** Beyond the rule: nothing was chosen, the figures changed since the page showed them, or no one offered that choice. */
export type ArrangementRefusal =
  | ArrangementProblem
  | { readonly code: 'figures-changed' | 'not-offered' | 'choice-missing' }

type PlainCode = Exclude<ArrangementRefusal['code'], 'too-soon'>

const texts: Readonly<
  Record<Language, Readonly<Record<PlainCode, string>> & { readonly tooSoon: (day: string) => string }>
> = {
  en: {
    prepaid: 'Prepaid accounts have no bills to pay later.',
    closed: 'This account is closed. Call us to arrange payment.',
    disconnected: 'Service for this account is disconnected. Call us to arrange payment.',
    'has-arrangement': 'This account already has a payment arrangement.',
    'nothing-past-due': 'Nothing is past due on this account.',
    'figures-changed': 'What you owe or the dates changed. Check the new figures and confirm again.',
    'not-offered': 'This choice is no longer offered. Choose another one.',
    'choice-missing': 'Choose how you want to pay.',
    tooSoon: (day) =>
      `You can make another arrangement for this account from ${day}. Call us if you need help before then.`,
  },
  es: {
    prepaid: 'Las cuentas prepagadas no tienen facturas que pagar más tarde.',
    closed: 'Esta cuenta está cerrada. Llámenos para acordar el pago.',
    disconnected: 'El servicio de esta cuenta está desconectado. Llámenos para acordar el pago.',
    'has-arrangement': 'Esta cuenta ya tiene un acuerdo de pago.',
    'nothing-past-due': 'Esta cuenta no tiene saldo vencido.',
    'figures-changed': 'Lo que debe o las fechas cambiaron. Revise los datos nuevos y confirme otra vez.',
    'not-offered': 'Esta opción ya no se ofrece. Elija otra.',
    'choice-missing': 'Elija cómo quiere pagar.',
    tooSoon: (day) =>
      `Puede hacer otro acuerdo para esta cuenta a partir del ${day}. Llámenos si necesita ayuda antes.`,
  },
}

/** The sentence for why there is no arrangement. */
export const arrangementMessage = (problem: ArrangementRefusal, language: Language): string =>
  problem.code === 'too-soon' ? texts[language].tooSoon(formatUsDate(problem.againOn)) : texts[language][problem.code]

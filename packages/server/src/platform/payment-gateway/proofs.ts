import type { Proof } from './payment-gateway.ts'

export const ok = (sentence: string): Proof => ({ verdict: 'ok', sentence: `${sentence}.`, advice: null })

export const warning = (sentence: string, advice: string): Proof => ({
  verdict: 'warning',
  sentence: `${sentence}.`,
  advice: `${advice}.`,
})

export const fault = (sentence: string, advice: string): Proof => ({
  verdict: 'fault',
  sentence: `${sentence}.`,
  advice: `${advice}.`,
})

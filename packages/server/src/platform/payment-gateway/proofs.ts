/** The result of one check of a provider's keys and set-up, for `coopline doctor`. */
export interface Proof {
  readonly verdict: 'ok' | 'warning' | 'fault'
  readonly sentence: string
  readonly advice: string | null
}

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

/** Longest reason, in characters. */
export const maxReasonLength = 300

/** The reason that staff decide something about a payment or an alarm. */
export interface ReasonForm {
  readonly reason: string
}

export interface ReasonProblem {
  readonly code: 'reason-missing' | 'reason-too-long'
  readonly field: 'reason'
}

/** The problem of a reason, which the audit keeps. */
export function checkReason({ reason }: ReasonForm): readonly ReasonProblem[] {
  const typed = reason.trim()
  if (typed === '') return [{ code: 'reason-missing', field: 'reason' }]
  return typed.length > maxReasonLength ? [{ code: 'reason-too-long', field: 'reason' }] : []
}

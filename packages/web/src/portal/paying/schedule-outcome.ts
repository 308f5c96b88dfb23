import { useLocation } from 'react-router'
import { isRecord } from '../call/is-record.ts'

/** The result of scheduling a payment, as the navigation state of its result page. */
export interface ScheduleOutcome {
  readonly kind: 'scheduled' | 'failed' | 'canceled'
  /** The server's sentence. */
  readonly message?: string | undefined
}

export const scheduleState = (outcome: ScheduleOutcome) => ({ schedule: outcome })

/** The outcome that led to the page; `null` when the page is opened by its address. */
export function useScheduleOutcome(): ScheduleOutcome | null {
  const { state }: { readonly state: unknown } = useLocation()
  const found = isRecord(state) ? state['schedule'] : null
  if (!isRecord(found)) return null
  const { kind, message } = found
  if (kind !== 'scheduled' && kind !== 'failed' && kind !== 'canceled') return null
  return { kind, message: typeof message === 'string' ? message : undefined }
}

import type { RaisedAlarm } from './alarms.store.ts'

/** Alarms of a payment under review: staff accept or reject it, which settles them. */
const reviewed: ReadonlySet<string> = new Set(['quarantined', 'unreadable', 'unanswered'])

/** The command that settles an alarm once its cause is dealt with; `docs/OPERATIONS.md` says what to do before. */
export const settleCommand = (alarm: Pick<RaisedAlarm, 'id' | 'kind' | 'transNo'>, isUnderReview: boolean): string =>
  isUnderReview && alarm.transNo !== null && reviewed.has(alarm.kind)
    ? `coopline payments accept ${alarm.transNo} --by NAME --reason TEXT (or reject)`
    : `coopline payments settle-alarm ${alarm.id}`

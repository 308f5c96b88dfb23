import { alarmsOfReviews, type RaisedAlarm } from './alarms.store.ts'

/** True for an alarm that staff settle by accepting or rejecting its payment. */
export const isSettledByDecision = ({ kind }: Pick<RaisedAlarm, 'kind'>, isUnderReview: boolean): boolean =>
  isUnderReview && alarmsOfReviews.has(kind)

/** Returns the command that settles an alarm once its cause is resolved; `docs/OPERATIONS.md` describes the steps before. */
export const settleCommand = (alarm: Pick<RaisedAlarm, 'id' | 'kind' | 'transNo'>, isUnderReview: boolean): string =>
  alarm.transNo !== null && isSettledByDecision(alarm, isUnderReview)
    ? `coopline payments accept ${alarm.transNo} --by NAME --reason TEXT (or reject)`
    : `coopline payments settle-alarm ${alarm.id} --by NAME --reason TEXT`

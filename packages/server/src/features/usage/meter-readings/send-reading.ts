import type { AnswerOf } from '@coopline/contract/endpoint'
import type { meterReadings, NewMeterReading } from '@coopline/contract/usage/meter-readings/meter-readings.contract'
import { type CalendarDate, calendarDateIn, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import {
  checkMeterReading,
  doubtReading,
  type ReadingDoubt,
} from '@coopline/rules/usage/meter-readings/check-meter-reading'
import {
  doubtMessage,
  meterReadingMessage,
  readingReceived,
} from '@coopline/rules/usage/meter-readings/meter-readings.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { MemberRequest, RequestFacts } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import type { CleanImage } from '../../../platform/uploads/clean-image.ts'
import { findReadingAccount, insertMeterReading, loadReadingHistory } from './meter-readings.store.ts'
import { keepPhoto, takePhoto } from './photo.ts'

/**
 * Records a reading and sends an event to the cooperative, in one transaction. An unusual reading that the member has not
 * confirmed is answered with a question and not recorded. A repeat gets the same answer and changes nothing, unless it adds the
 * first photo of the reading: then the event is sent again with it.
 *
 * @throws NotOwned; NotAllowed when the cooperative takes no readings for the account; Refused for form problems;
 *   TooManyAttempts for too many photos.
 */
export async function sendReading(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'keys' | 'random'>,
  { caller, request }: MemberRequest,
  { accountNumber, form }: { readonly accountNumber: string; readonly form: NewMeterReading },
): Promise<AnswerOf<(typeof meterReadings)['send']>> {
  const { memberNumber } = caller
  const now = deps.clock.now()
  const today = calendarDateIn(deps.settings.current().timeZone, now)
  const account = requireOwnAccount(
    await findReadingAccount(deps.db, { memberNumber, accountNumber, today }),
    accountNumber,
  )
  if (!account.isCollected) throw new NotAllowed('The cooperative takes no meter readings for this account')
  const problems = checkMeterReading(form, { meters: account.meters.map((meter) => meter.meterNumber), today })
  if (problems.length > 0) throw new Refused(...problems.map((problem) => refusal(meterReadingMessage, problem)))
  const photo = await takePhoto(deps, { memberNumber }, form.photoBase64)
  const { meterNumber, readOn } = form
  const reading = Number(form.reading)
  const unit = account.meters.find((meter) => meter.meterNumber === meterNumber)?.unit ?? ''
  const ofMeter = { memberNumber, accountNumber, meterNumber, readOn }
  const doubt = doubtReading({ reading, day: readOn }, await loadReadingHistory(deps.db, ofMeter))
  if (doubt !== null && !form.isConfirmed)
    return { isRecorded: false, message: doubtMessage(doubt, unit, request.language) }
  await record(deps, request, { ...ofMeter, reading, unit, photo, today, now, confirmed: doubt?.code ?? null })
  const message = readingReceived({ reading, meterNumber, readOn: formatUsDate(readOn) }, request.language)
  return { isRecorded: true, message }
}

interface Recorded {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly meterNumber: string
  readonly unit: string
  readonly reading: number
  readonly readOn: CalendarDate
  readonly photo: CleanImage | null
  /** The doubt about an unusual reading that the member confirmed; `null` without one. */
  readonly confirmed: ReadingDoubt['code'] | null
  readonly today: CalendarDate
  readonly now: Date
}

/** Records a reading with its photo, the event and the audit entry. A repeat changes nothing, unless it adds the first photo. */
const record = async (
  deps: Pick<Deps, 'db' | 'keys' | 'random'>,
  { clientAddress, id: requestId }: RequestFacts,
  { photo, today, now, ...sent }: Recorded,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { memberNumber, accountNumber, confirmed } = sent
    const { id, isNew } = await insertMeterReading(tx, { ...sent, now })
    const hasNewPhoto =
      photo !== null && (await keepPhoto(deps, tx, { photo, readingId: id, accountNumber, memberNumber, now }))
    if (!isNew && !hasNewPhoto) return
    const { accountNumber: _known, ...facts } = sent
    const body = { ...facts, sentOn: today, photo: hasNewPhoto ? id : null }
    const event = await insertEvent(tx, { accountNumber, kind: 'meter-reading.sent', body, now })
    await recordAudit(tx, {
      kind: 'meter-readings.sent',
      at: now,
      memberNumber,
      accountNumber,
      clientAddress,
      requestId,
      detail: { event, confirmed },
    })
  })

import type { AnswerOf } from '@coopline/contract/endpoint'
import type { meterReadings, NewMeterReading } from '@coopline/contract/meter-readings/meter-readings.contract'
import { calendarDateIn, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { checkMeterReading, doubtReading } from '@coopline/rules/meter-readings/check-meter-reading'
import {
  doubtMessage,
  meterReadingMessage,
  readingReceived,
} from '@coopline/rules/meter-readings/meter-readings.messages'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { NotAllowed, RuleRefused } from '../../platform/errors.ts'
import { insertEvent } from '../../platform/events/event.store.ts'
import type { MemberRequest } from '../../platform/http/call.ts'
import { requireOwnAccount } from '../../platform/http/require-own.ts'
import { findReadingAccount, insertMeterReading, loadReadingHistory } from './meter-readings.store.ts'

/**
 * Records a reading and sends an event to the cooperative, in one transaction. An unusual reading that the member has not
 * confirmed is answered with a question and not recorded. A repeat changes nothing and gets the same answer.
 *
 * @throws NotOwned; NotAllowed when the cooperative takes no readings for the account; RuleRefused for form problems.
 */
export async function sendReading(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
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
  if (problems.length > 0)
    throw new RuleRefused(
      problems.map((problem) => ({
        code: problem.code,
        field: problem.field,
        message: meterReadingMessage(problem, request.language),
      })),
    )
  const { meterNumber, readOn } = form
  const reading = Number(form.reading)
  const unit = account.meters.find((meter) => meter.meterNumber === meterNumber)?.unit ?? ''
  const ofMeter = { memberNumber, accountNumber, meterNumber, readOn }
  const doubt = doubtReading({ reading, day: readOn }, await loadReadingHistory(deps.db, ofMeter))
  if (doubt !== null && !form.isConfirmed)
    return { isRecorded: false, message: doubtMessage(doubt, unit, request.language) }
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertMeterReading(tx, { ...ofMeter, reading, now }))) return
    const event = await insertEvent(tx, {
      accountNumber,
      kind: 'meter-reading.sent',
      body: { memberNumber, meterNumber, unit, reading, readOn, sentOn: today, confirmed: doubt?.code ?? null },
      now,
    })
    await recordAudit(tx, {
      kind: 'meter-readings.sent',
      at: now,
      memberNumber,
      accountNumber,
      clientAddress: request.clientAddress,
      requestId: request.id,
      detail: { event, confirmed: doubt?.code ?? null },
    })
  })
  const message = readingReceived({ reading, meterNumber, readOn: formatUsDate(readOn) }, request.language)
  return { isRecorded: true, message }
}

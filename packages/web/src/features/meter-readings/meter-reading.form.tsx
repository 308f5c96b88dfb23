import type { meterReadings, NewMeterReading } from '@coopline/contract/meter-readings/meter-readings.contract'
import { calendarDate, type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import {
  checkMeterReading,
  maxReadingDigits,
  type MeterReadingForm as Values,
  readingDays,
} from '@coopline/rules/meter-readings/check-meter-reading'
import { meterReadingMessage } from '@coopline/rules/meter-readings/meter-readings.messages'
import { DateField } from '@coopline/ui/date-field'
import { SelectField } from '@coopline/ui/select-field'
import { TextField } from '@coopline/ui/text-field'
import { useState } from 'react'
import { AskFirstDialog } from '../../portal/ask-first.dialog.tsx'
import { PortalForm } from '../../portal/portal-form.tsx'
import { useText } from '../../portal/text.tsx'
import { useMemberSend } from '../../portal/use-member-send.ts'
import { useRuleForm } from '../../portal/use-rule-form.ts'

const sendLine =
  'POST /v3/members/{memberNumber}/accounts/{accountNumber}/meter-readings' satisfies (typeof meterReadings)['send']['call']

interface MeterReadingFormProps {
  readonly params: { readonly memberNumber: string; readonly accountNumber: string }
  readonly meters: readonly { readonly meterNumber: string; readonly unit: string }[]
  readonly today: CalendarDate
  readonly onStart: () => void
  readonly onDone: (message: string) => void
}

/** Sends a reading. Asks for confirmation when the server finds it unusual, and keeps the input until it is recorded. */
export function MeterReadingForm({ params, meters, today, onStart, onDone }: MeterReadingFormProps) {
  const { form: text, ask } = useText('meterReadings')
  const [question, setQuestion] = useState<{ readonly text: string; readonly body: NewMeterReading } | null>(null)
  const onlyMeter = meters.length === 1 ? (meters[0]?.meterNumber ?? '') : ''
  const start: Values = { meterNumber: onlyMeter, reading: '', readOn: today }
  const finish = (message: string) => {
    setQuestion(null)
    form.reset(start)
    onDone(message)
  }
  const send = useMemberSend(sendLine, { onSuccess: ({ isRecorded, message }) => isRecorded && finish(message) })
  const confirm = useMemberSend(sendLine, { onSuccess: ({ message }) => finish(message) })
  const form = useRuleForm(
    (values: Values) => checkMeterReading(values, { meters: meters.map(({ meterNumber }) => meterNumber), today }),
    meterReadingMessage,
    {
      start,
      error: send.error,
      fields: ['meterNumber', 'reading', 'readOn'],
      onSubmit: ({ meterNumber, reading, readOn }) => {
        onStart()
        const body = { meterNumber, reading: reading.trim(), readOn: calendarDate(readOn), isConfirmed: false }
        send.mutate(
          { params, body },
          { onSuccess: ({ isRecorded, message }) => !isRecorded && setQuestion({ text: message, body }) },
        )
      },
    },
  )
  const unit = meters.find(({ meterNumber }) => meterNumber === form.values.meterNumber)?.unit ?? ''
  const { first, last } = readingDays(today)
  const submit = { label: text.submit, busyLabel: text.busy }
  return (
    <>
      <PortalForm form={form} busy={send.isPending} error={form.failure} submit={submit} gap="medium">
        <SelectField
          {...form.text('meterNumber')}
          label={text.meter}
          {...(meters.length > 1 && { placeholder: text.chooseMeter })}
          options={meters.map(({ meterNumber }) => ({ value: meterNumber, text: meterNumber }))}
        />
        <TextField
          {...form.text('reading')}
          label={text.reading(unit)}
          hint={text.hint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={maxReadingDigits + 3}
          figures
        />
        <DateField
          {...form.text('readOn')}
          label={text.date}
          hint={text.dateHint(formatUsDate(first), formatUsDate(last))}
          min={first}
          max={last}
        />
      </PortalForm>
      {question !== null && (
        <AskFirstDialog
          text={{ title: ask.title, submit: ask.submit, busy: text.busy }}
          cancel={ask.cancel}
          task={confirm}
          isDanger={false}
          onSubmit={() => confirm.mutate({ params, body: { ...question.body, isConfirmed: true } })}
          onCancel={() => {
            confirm.reset()
            setQuestion(null)
          }}
        >
          {question.text}
        </AskFirstDialog>
      )}
    </>
  )
}

import type { meterReadings, NewMeterReading } from '@coopline/contract/usage/meter-readings/meter-readings.contract'
import { unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { calendarDate, type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import {
  checkMeterReading,
  maxReadingDigits,
  maxPhotoBytes,
  type MeterReadingForm as TypedReading,
  readingDays,
} from '@coopline/rules/usage/meter-readings/check-meter-reading'
import { meterReadingMessage } from '@coopline/rules/usage/meter-readings/meter-readings.messages'
import { DateField } from '@coopline/ui/date-field'
import { FileField } from '@coopline/ui/file-field'
import { SelectField } from '@coopline/ui/select-field'
import { TextField } from '@coopline/ui/text-field'
import { useRef, useState } from 'react'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { base64Of, smallerPicture } from '../../../portal/form/prepare-picture.ts'

const sendLine =
  'POST /v3/members/{memberNumber}/accounts/{accountNumber}/meter-readings' satisfies (typeof meterReadings)['send']['call']

interface Values extends TypedReading {
  /** Empty without a photo. */
  readonly photoBase64: string
}

/** Pixels of the longer side: the digits of a meter can be read, and the picture is sent in seconds. */
const longestSide = 2_000

/** Longer than for other calls: the photo may be on a slow line. */
const timeoutMs = 180_000

const checkPhoto = ({ photoBase64 }: Values) =>
  photoBase64.length > (maxPhotoBytes * 4) / 3 ? [{ code: 'photo-too-large', field: 'photoBase64' } as const] : []

interface Photo {
  readonly file: File | undefined
  readonly isReading: boolean
  /** The number of times that the field was emptied. */
  readonly count: number
}

interface MeterReadingFormProps {
  readonly params: { readonly memberNumber: string; readonly accountNumber: string }
  readonly meters: readonly { readonly meterNumber: string; readonly unit: string }[]
  readonly today: CalendarDate
  readonly onStart: () => void
  readonly onDone: (message: string) => void
}

/** A question of the server about a reading that was sent. */
interface Question {
  readonly text: string
  readonly about: Values
}

const bodyOf = ({ meterNumber, reading, readOn, photoBase64 }: Values, isConfirmed: boolean): NewMeterReading => ({
  meterNumber,
  reading: reading.trim(),
  readOn: calendarDate(readOn),
  isConfirmed,
  ...(photoBase64 !== '' && { photoBase64 }),
})

const isSameReading = (one: Values, other: Values) =>
  one.meterNumber === other.meterNumber && one.reading === other.reading && one.readOn === other.readOn

/** Sends a reading. Asks for confirmation when the server finds it unusual, and keeps the input until it is recorded. */
export function MeterReadingForm({ params, meters, today, onStart, onDone }: MeterReadingFormProps) {
  const { form: text, ask } = useText('meterReadings')
  const { language } = useLanguage()
  const { dialog: question, open, close, replaceWith } = useOneDialog<Question>()
  const onlyMeter = meters.length === 1 ? (meters[0]?.meterNumber ?? '') : ''
  const start: Values = { meterNumber: onlyMeter, reading: '', readOn: today, photoBase64: '' }
  const [photo, setPhoto] = useState<Photo>({ file: undefined, isReading: false, count: 0 })
  const finish = (message: string) => {
    replaceWith(null)
    form.replace(form.values, start)
    setPhoto((now) => (now.file === photo.file ? { file: undefined, isReading: false, count: now.count + 1 } : now))
    onDone(message)
  }
  const send = useMemberSend(sendLine, { onSuccess: ({ isRecorded, message }) => isRecorded && finish(message) })
  const confirm = useMemberSend(sendLine, { onSuccess: ({ message }) => finish(message) })
  const form = useRuleForm(
    (values: Values) => [
      ...checkMeterReading(values, { meters: meters.map(({ meterNumber }) => meterNumber), today }),
      ...checkPhoto(values),
    ],
    meterReadingMessage,
    {
      start,
      error: send.error,
      fields: ['meterNumber', 'reading', 'readOn', 'photoBase64'],
      onSubmit: (values) => {
        onStart()
        send.mutate(
          { params, body: bodyOf(values, false), timeoutMs },
          { onSuccess: ({ isRecorded, message }) => !isRecorded && open({ text: message, about: values }) },
        )
      },
    },
  )
  const lastFile = useRef<File>(undefined)
  const choosePhoto = async (file: File | undefined) => {
    lastFile.current = file
    setPhoto(({ count }) => ({ file, isReading: true, count }))
    // A file that cannot be read is no photo. The field keeps its name, and the member sees the reading without a photo.
    const photoBase64 = file === undefined ? '' : await smallerPicture(file, longestSide).then(base64Of, () => '')
    if (lastFile.current !== file) return
    form.change({ photoBase64 }, 'photoBase64')
    setPhoto(({ count }) => ({ file, isReading: false, count }))
  }
  const unit = meters.find(({ meterNumber }) => meterNumber === form.values.meterNumber)?.unit ?? ''
  const { first, last } = readingDays(today)
  const submit = { label: text.submit, busyLabel: text.busy }
  return (
    <>
      <PortalForm
        form={form}
        busy={send.isPending || photo.isReading}
        error={form.failure}
        submit={submit}
        gap="medium"
      >
        <SelectField
          {...form.text('meterNumber')}
          label={text.meter}
          {...(meters.length > 1 && { placeholder: text.chooseMeter })}
          options={meters.map(({ meterNumber }) => ({ value: meterNumber, text: meterNumber }))}
        />
        <TextField
          {...form.text('reading')}
          label={text.reading(unitWords(unit, language))}
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
        <FileField
          key={photo.count}
          name="photoBase64"
          accept="image/jpeg,image/png"
          label={text.photo}
          hint={text.photoHint}
          optionalText={text.optional}
          error={form.errorOf('photoBase64')}
          onChange={({ target }) => void choosePhoto(target.files?.[0])}
        />
      </PortalForm>
      {question !== null && isSameReading(question.about, form.values) && (
        <AskFirstDialog
          text={{ title: ask.title, submit: ask.submit, busy: text.busy }}
          cancel={ask.cancel}
          task={confirm}
          isDanger={false}
          onSubmit={() => confirm.mutate({ params, body: bodyOf(form.values, true), timeoutMs })}
          onCancel={close}
        >
          {question.text}
        </AskFirstDialog>
      )}
    </>
  )
}

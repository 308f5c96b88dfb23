import {
  checkUsageRange,
  earliestUsageDay,
  type UsageRange,
  type UsageRangeProblem,
} from '@coopline/rules/usage/usage-range/check-usage-range'
import { unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { usageRangeMessage } from '@coopline/rules/usage/usage-range/usage-range.messages'
import { Button } from '@coopline/ui/button'
import { DateField } from '@coopline/ui/date-field'
import { RadioCards } from '@coopline/ui/radio-cards'
import { SelectField } from '@coopline/ui/select-field'
import { useState } from 'react'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { memberCall } from '../../../portal/call/member-call.ts'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { saveFile } from '../../../portal/form/save-file.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useTask } from '../../../portal/call/use-task.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { lines, type DisplayedUsageAccount } from './usage-lines.ts'
import type { UsageSearched } from './view-props.ts'

interface DownloadProps {
  readonly own: OwnAccount
  readonly account: DisplayedUsageAccount
  readonly meterId: string
  readonly searched: UsageSearched
}

/** The button that offers the usage as a file. */
export function DownloadDialog(props: DownloadProps) {
  const { download: text } = useText('usage')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div data-print="no">
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {text.open}
      </Button>
      {isOpen && <DownloadChoices {...props} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

interface Wanted extends UsageRange {
  /** Empty: all meters. */
  readonly meterId: string
  readonly detail: 'day' | 'interval'
  readonly format: 'csv' | 'greenButton'
}

/** Three years of 5-minute readings on a slow line. */
const timeoutMs = 600_000

/** Takes the days, the meter and the kind of file, and saves the file. */
function DownloadChoices({
  own,
  account,
  meterId,
  searched,
  onClose,
}: DownloadProps & { readonly onClose: () => void }) {
  const { download: text, header, search } = useText('usage')
  const { language } = useLanguage()
  const { meters, today } = account
  const download = useTask(
    async (wanted: Wanted) => {
      const { format, meterId: meter, fromDate, toDate, detail } = wanted
      const query = { fromDate, toDate, detail, ...(meter === '' ? {} : { meterId: meter }) }
      const input = { params: { ...own }, query, timeoutMs }
      return format === 'csv' ? memberCall(lines.csv, input) : memberCall(lines.greenButton, input)
    },
    {
      onSuccess: ({ fileName, content }) => {
        saveFile(fileName, content)
        onClose()
      },
    },
  )
  const check = (values: Wanted) => checkUsageRange(values, { today, hasMdm: false })
  const form = useRuleForm<Wanted, UsageRangeProblem>(check, usageRangeMessage, {
    start: { fromDate: searched.from, toDate: searched.to, meterId, detail: 'interval', format: 'csv' },
    onSubmit: (values) => download.mutate(values),
    error: download.error,
    fields: ['fromDate', 'toDate'],
  })
  const days = { min: earliestUsageDay, max: today }
  return (
    <FormDialog
      form={form}
      title={text.title}
      cancel={text.cancel}
      onCancel={onClose}
      busy={download.isPending}
      error={form.failure}
      submit={{ label: text.submit, busyLabel: text.busy }}
      width={480}
    >
      {meters.length > 1 && (
        <SelectField
          {...form.text('meterId')}
          label={header.meter}
          options={[
            { value: '', text: text.allMeters },
            ...meters.map((meter) => ({
              value: meter.meterId,
              text: `${meter.meterId} (${unitWords(meter.unitOfMeasure, language)})`,
            })),
          ]}
        />
      )}
      <DateField {...form.text('fromDate')} {...days} label={search.from} />
      <DateField {...form.text('toDate')} {...days} label={search.to} />
      <SelectField
        {...form.text('detail')}
        label={text.detail}
        options={[
          { value: 'interval', text: text.details.interval },
          { value: 'day', text: text.details.day },
        ]}
      />
      <RadioCards
        legend={text.format}
        name="format"
        value={form.values.format}
        onChange={({ target }) => form.change({ format: target.value === 'csv' ? 'csv' : 'greenButton' })}
        options={[
          { value: 'csv', title: text.csv, description: text.csvHint },
          { value: 'greenButton', title: text.greenButton, description: text.greenButtonHint },
        ]}
      />
    </FormDialog>
  )
}

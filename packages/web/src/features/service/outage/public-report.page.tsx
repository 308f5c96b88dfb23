import type { AnswerOf } from '@coopline/contract/endpoint'
import type { publicOutages } from '@coopline/contract/service/outage/public-outages.contract'
import { lengthOf } from '@coopline/rules/accounts/account-profile/profile-fields'
import { maxRemarks } from '@coopline/rules/service/outage-report/check-outage-report'
import { checkPublicReport, type PublicReportForm } from '@coopline/rules/service/outage-report/check-public-report'
import { publicReportMessage } from '@coopline/rules/service/outage-report/outage-report.messages'
import { maxAccountNumberDigits } from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import { Card } from '@coopline/ui/card'
import { DigitsField } from '@coopline/ui/digits-field'
import { PageHeading } from '@coopline/ui/page-heading'
import { PhoneField } from '@coopline/ui/phone-field'
import { SelectField } from '@coopline/ui/select-field'
import { Stack } from '@coopline/ui/stack'
import { TextareaField } from '@coopline/ui/textarea-field'
import { useState } from 'react'
import { NoAnswer } from '../../../portal/call/call-failed.ts'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { useSend } from '../../../portal/call/use-send.ts'
import { DownedLines } from './downed-lines.tsx'
import { LoadedOrStored } from './loaded-or-stored.tsx'
import { offersReports, optionsLine } from './public-lines.ts'
import { useStoredRead } from './use-stored-read.ts'
import { useOfflineCopy } from './use-offline-copy.ts'
import { useStoredReport, WaitingReportNotice } from './waiting-report.notice.tsx'
import { isOfMember, keepWaitingReport, type StoredReport, removeSentReport } from './waiting-report.ts'

type Lines = typeof publicOutages
const reportLine = 'POST /v3/outages/reports' satisfies Lines['report']['call']

const empty: PublicReportForm = { accountNumber: '', phoneNumber: '', outageReason: '', remarks: '' }

/** The page where a member reports an outage without signing in. */
export function PublicReportPage() {
  return (
    <RequireFeature when={offersReports(useSite())}>
      <Report />
    </RequireFeature>
  )
}

function Report() {
  const { anyone: text, loading } = useText('outage')
  useOfflineCopy()
  const options = useStoredRead(optionsLine)
  const [done, setDone] = useState<string | null>(null)
  const report = useStoredReport()
  const [openedAt] = useState(Date.now)
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      <DownedLines />
      {done !== null && <SuccessAlert title={done} />}
      {report !== null && <WaitingReportNotice report={report} focusOnMount={report.writtenAt >= openedAt} />}
      {done === null && report?.kind !== 'waiting' && (
        <LoadedOrStored read={options} loading={loading} height="28rem">
          {({ problems }) => <ReportForm problems={problems} start={refusedForm(report) ?? empty} onDone={setDone} />}
        </LoadedOrStored>
      )}
    </Stack>
  )
}

/** Returns the visitor's form of a report that was refused after it had waited for a connection; `null` without one. */
function refusedForm(report: StoredReport | null): PublicReportForm | null {
  const form = report?.kind === 'refused' ? report.form : null
  return form === null || isOfMember(form) ? null : form
}

interface ReportFormProps extends AnswerOf<Lines['reportOptions']> {
  readonly start: PublicReportForm
  /** Called with the cooperative's message. */
  readonly onDone: (message: string) => void
}

function ReportForm({ problems, start, onDone }: ReportFormProps) {
  const { anyone: text, report: fields } = useText('outage')
  const { offlineOutages } = useSite().settings
  const send = useSend(reportLine, {
    onSuccess: ({ statusMessage }) => {
      removeSentReport((kept) => !isOfMember(kept))
      onDone(statusMessage)
    },
    // A browser that cannot keep it leaves the form as it is, with the failure.
    onError: (error, { body }) => {
      if (offlineOutages && error instanceof NoAnswer) keepWaitingReport(body)
    },
  })
  const form = useRuleForm(checkPublicReport, publicReportMessage, {
    start,
    error: send.error,
    fields: ['accountNumber', 'phoneNumber', 'outageReason', 'remarks'],
    onSubmit: (body) => send.mutate({ body }),
  })
  return (
    <Card>
      <PortalForm
        form={form}
        busy={send.isPending}
        error={form.failure}
        submit={{ label: fields.submit, busyLabel: fields.busy }}
      >
        <DigitsField {...form.text('accountNumber')} label={text.account} maxDigits={maxAccountNumberDigits} />
        <PhoneField {...form.text('phoneNumber')} label={fields.phone} hint={text.phoneHint} />
        <SelectField
          {...form.text('outageReason')}
          label={fields.issue}
          placeholder={fields.chooseIssue}
          options={problems.map(({ outageDescription }) => ({ value: outageDescription, text: outageDescription }))}
        />
        <TextareaField
          {...form.text('remarks')}
          onChange={({ target }) => form.change({ remarks: target.value }, 'remarks')}
          label={fields.remarks}
          optionalText={fields.optional}
          counter={fields.remaining(maxRemarks - lengthOf(form.values.remarks))}
        />
      </PortalForm>
    </Card>
  )
}

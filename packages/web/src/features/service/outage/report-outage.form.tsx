import type { AnswerOf } from '@coopline/contract/endpoint'
import type { outage } from '@coopline/contract/service/outage/outage.contract'
import { lengthOf } from '@coopline/rules/accounts/account-profile/profile-fields'
import { readFlags } from '@coopline/rules/kernel/flag'
import {
  checkOutageReport,
  maxRemarks,
  type OutageReportForm,
} from '@coopline/rules/service/outage-report/check-outage-report'
import { outageReportMessage } from '@coopline/rules/service/outage-report/outage-report.messages'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { PhoneField } from '@coopline/ui/phone-field'
import { SelectField } from '@coopline/ui/select-field'
import { TextareaField } from '@coopline/ui/textarea-field'
import { NoAnswer } from '../../../portal/call/call-failed.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { findStoredUser } from '../../../portal/session/stored-user.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { isOfMember, keepWaitingReport, removeSentReport } from './waiting-report.ts'

type Lines = typeof outage
const infoLine = 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/outages-info' satisfies Lines['info']['call']
const reportLine = 'POST /v3/members/{memberNumber}/outage-reports' satisfies Lines['report']['call']

const readInfo = (answer: AnswerOf<Lines['info']>) =>
  readFlags(answer, ['hideOutageCallBackRequest', 'callbackCheckBoxDefaultValue'])

interface ReportProps {
  readonly own: OwnAccount
  /** The member's form of a report that was refused after it had waited for a connection; `null` without one. */
  readonly refused: OutageReportForm | null
  /** Called with the cooperative's message. */
  readonly onDone: (message: string) => void
}

/** Reports an outage of an account. */
export function ReportOutageForm(props: ReportProps) {
  const { loading } = useText('outage')
  const info = useMemberRead(infoLine, { params: { ...props.own } }, { select: readInfo })
  return (
    <Loaded query={info} loading={loading} height="24rem">
      {(known) => <FormOf {...props} known={known} />}
    </Loaded>
  )
}

function FormOf({ own, onDone, refused, known }: ReportProps & { readonly known: ReturnType<typeof readInfo> }) {
  const { report: text } = useText('outage')
  const asksForCall = !known.hideOutageCallBackRequest
  const { offlineOutages } = useSite().settings
  const empty: OutageReportForm = {
    outageReason: '',
    callBack: asksForCall && known.callbackCheckBoxDefaultValue,
    callbackNumber: asksForCall ? (known.contactPhones[0]?.phoneNumber ?? '') : '',
    remarks: '',
  }
  const send = useMemberSend(reportLine, {
    onSuccess: ({ statusMessage }) => {
      removeSentReport((kept) => isOfMember(kept) && kept.accountNumber === own.accountNumber)
      form.replace(form.values, empty)
      onDone(statusMessage)
    },
    // A browser that cannot keep it leaves the form as it is, with the failure. Nothing is kept of a member who has signed out.
    onError: (error, { body }) => {
      if (offlineOutages && error instanceof NoAnswer && findStoredUser()?.memberNumber === own.memberNumber)
        keepWaitingReport({ ...body, ...own })
    },
  })
  const form = useRuleForm(checkOutageReport, outageReportMessage, {
    start: refused ?? empty,
    restoreAs: `outage-report ${own.accountNumber}`,
    error: send.error,
    fields: ['outageReason', 'callbackNumber', 'remarks'],
    onSubmit: (report) => {
      const { memberNumber, accountNumber } = own
      send.mutate({ params: { memberNumber }, body: { ...report, accountNumber, outageReportOrigin: 'Web' } })
    },
  })
  return (
    <PortalForm
      form={form}
      busy={send.isPending}
      error={form.failure}
      submit={{ label: text.submit, busyLabel: text.busy }}
      gap="medium"
    >
      <SelectField
        {...form.text('outageReason')}
        label={text.issue}
        placeholder={text.chooseIssue}
        options={known.problems.map(({ outageDescription }) => ({ value: outageDescription, text: outageDescription }))}
      />
      {asksForCall && (
        <>
          <CheckboxField {...form.flag('callBack')} label={text.callBack} />
          <PhoneField
            {...form.text('callbackNumber')}
            label={text.phone}
            optionalText={form.values.callBack ? undefined : text.optional}
          />
        </>
      )}
      <TextareaField
        {...form.text('remarks')}
        onChange={({ target }) => form.change({ remarks: target.value }, 'remarks')}
        label={text.remarks}
        optionalText={text.optional}
        counter={text.remaining(maxRemarks - lengthOf(form.values.remarks))}
      />
    </PortalForm>
  )
}

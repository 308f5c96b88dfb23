import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { paths } from '@coopline/contract/paths'
import { checkReason, maxReasonLength } from '@coopline/rules/staff/staff-payments/check-reason'
import { staffPaymentMessage } from '@coopline/rules/staff/staff-payments/staff-payments.messages'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { TextareaField } from '@coopline/ui/textarea-field'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { enterPortalView } from '../../../portal/session/portal-view.ts'
import { useStaffSend } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'

/** Asks for the reason, then shows the portal as the member in this tab. */
export function PortalViewPage() {
  const { portalView: text, member } = useText('memberSupport')
  const number = usePageQuery().get('number') ?? ''
  return (
    <StaffPage title={text.title} lead={text.lead} roles={staffRights.members}>
      {number === '' ? <Alert tone="info" title={member.noNumber} /> : <Ask memberNumber={number} />}
    </StaffPage>
  )
}

function Ask({ memberNumber }: { readonly memberNumber: string }) {
  const { portalView: text } = useText('memberSupport')
  const backTo = paths.staffMember({ number: memberNumber })
  const open = useStaffSend('POST /v3/staff/members/{memberNumber}/portal-view')
  const form = useRuleForm(checkReason, ({ code }, language) => staffPaymentMessage(code, language), {
    start: { reason: '' },
    onSubmit: ({ reason }) =>
      // Not after the page was left.
      open.mutate(
        { params: { memberNumber }, body: { reason } },
        { onSuccess: (view) => enterPortalView(view, backTo, paths.accountOverview()) },
      ),
    error: open.error,
    fields: ['reason'],
    firstCheck: 'submit',
  })
  return (
    <Card title={text.member(memberNumber)}>
      <PortalForm
        form={form}
        busy={open.isPending || open.isSuccess}
        error={form.failure}
        submit={{ label: text.submit, busyLabel: text.busy }}
        beside={{ row: true, after: <a href={backTo}>{text.back}</a> }}
      >
        <TextareaField
          {...form.text('reason')}
          onChange={({ target }) => form.change({ reason: target.value }, 'reason')}
          label={text.reason}
          hint={text.hint}
          maxLength={maxReasonLength}
          rows={3}
        />
      </PortalForm>
    </Card>
  )
}

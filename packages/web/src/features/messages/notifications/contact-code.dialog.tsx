import type { Contact } from '@coopline/contract/messages/notifications/notifications.contract'
import { isVerificationCode, verificationCodeLength } from '@coopline/rules/identity/registration/is-verification-code'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { displayedContact } from './displayed-contact.ts'

interface ContactCodeDialogProps {
  readonly memberNumber: string
  readonly contact: Contact
  /** The minutes for which the code that was just sent is valid; `null` when it was sent earlier. */
  readonly codeMinutes: number | null
  readonly onConfirmed: () => void
  readonly onCancel: () => void
}

const check = ({ code }: { readonly code: string }) => (isVerificationCode(code) ? [] : [{ field: 'code' }])

/** Takes the code that went to a contact. */
export function ContactCodeDialog({
  memberNumber,
  contact,
  codeMinutes,
  onConfirmed,
  onCancel,
}: ContactCodeDialogProps) {
  const { code: text, cancel } = useText('notifications')
  const params = { memberNumber, contactId: contact.id }
  const verify = useMemberSend('POST /v3/members/{memberNumber}/contacts/{contactId}/verify', {
    onSuccess: onConfirmed,
  })
  const again = useMemberSend('POST /v3/members/{memberNumber}/contacts/{contactId}/code')
  const form = useRuleForm(check, () => text.incomplete, {
    start: { code: '' },
    onSubmit: ({ code }) => {
      again.reset()
      verify.mutate({ params, body: { code } })
    },
    error: verify.error,
    fields: ['code'],
    firstCheck: 'submit',
  })
  const sendAgain = () => {
    verify.reset()
    form.reset({ code: '' })
    again.mutate({ params, body: {} })
    form.focus('code')
  }
  const name = displayedContact(contact)
  return (
    <FormDialog
      form={form}
      title={text.title}
      cancel={cancel}
      onCancel={onCancel}
      width={480}
      busy={verify.isPending}
      error={form.failure ?? again.error}
      submit={{ label: text.submit, busyLabel: text.busy }}
      otherButton={
        <Button variant="secondary" busy={again.isPending} busyLabel={text.againBusy} onClick={sendAgain}>
          {text.again}
        </Button>
      }
    >
      {again.isSuccess && <Alert tone="success" title={text.againSent} />}
      <p>{codeMinutes === null ? text.ask(name) : text.sent(name, text.minutes(codeMinutes))}</p>
      <DigitsField
        {...form.text('code')}
        label={text.label}
        hint={text.hint}
        maxDigits={verificationCodeLength}
        autoComplete="one-time-code"
      />
    </FormDialog>
  )
}

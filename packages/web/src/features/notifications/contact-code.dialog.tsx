import type { Contact } from '@coopline/contract/notifications/notifications.contract'
import { isVerificationCode, verificationCodeLength } from '@coopline/rules/registration/is-verification-code'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { FailureAlert } from '../../portal/failure-alert.tsx'
import { fieldRefusals } from '../../portal/field-refusals.ts'
import { useText } from '../../portal/text.tsx'
import { useMemberSend } from '../../portal/use-member-send.ts'
import { shownContact } from './shown-contact.ts'

interface ContactCodeDialogProps {
  readonly memberNumber: string
  readonly contact: Contact
  /** How long the code is good that has just left; `null` when it left some time ago. */
  readonly codeMinutes: number | null
  readonly onConfirmed: () => void
  readonly onCancel: () => void
}

/** Takes the code that went to a contact. */
export function ContactCodeDialog({
  memberNumber,
  contact,
  codeMinutes,
  onConfirmed,
  onCancel,
}: ContactCodeDialogProps) {
  const { code: text, cancel } = useText('notifications')
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const params = { memberNumber, contactId: contact.id }
  const verify = useMemberSend('POST /v3/members/{memberNumber}/contacts/{contactId}/verify', {
    onSuccess: onConfirmed,
  })
  const again = useMemberSend('POST /v3/members/{memberNumber}/contacts/{contactId}/code')
  const [refusal] = fieldRefusals(verify.error, ['code'])
  const failed = (refusal === undefined ? verify.error : null) ?? again.error

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (verify.isPending) return
    again.reset()
    const isWhole = isVerificationCode(code)
    setIncomplete(!isWhole)
    if (isWhole) verify.mutate({ params, body: { code } })
    else input.current?.focus()
  }
  const sendAgain = () => {
    verify.reset()
    setCode('')
    setIncomplete(false)
    again.mutate({ params, body: {} })
    input.current?.focus()
  }
  const name = shownContact(contact)
  return (
    <Dialog
      open
      title={text.title}
      closeLabel={cancel}
      onClose={onCancel}
      width={480}
      blockOutsideClick
      footer={
        <>
          <Button variant="secondary" busy={again.isPending} busyLabel={text.againBusy} onClick={sendAgain}>
            {text.again}
          </Button>
          <Button type="submit" form={formId} busy={verify.isPending} busyLabel={text.busy}>
            {text.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack>
          <FailureAlert error={failed} />
          {again.isSuccess && <Alert tone="success" title={text.againSent} />}
          <p>{codeMinutes === null ? text.ask(name) : text.sent(name, text.minutes(codeMinutes))}</p>
          <DigitsField
            ref={input}
            name="code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            label={text.label}
            hint={text.hint}
            maxDigits={verificationCodeLength}
            cutToMax
            autoComplete="one-time-code"
            error={isIncomplete ? text.incomplete : refusal?.message}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

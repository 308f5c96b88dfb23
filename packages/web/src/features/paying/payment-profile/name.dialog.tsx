import { TextField } from '@coopline/ui/text-field'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import type { StoredMethod } from '../../../portal/paying/stored-methods.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'

interface NameDialogProps {
  readonly memberNumber: string
  readonly method: StoredMethod
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

const noProblems = () => []

/** The member's own name for a method; empty for none. */
export function NameDialog({ memberNumber, method, onClose, onDone }: NameDialogProps) {
  const { naming: text } = useText('paymentProfile')
  const send = useMemberSend('PUT /v3/members/{memberNumber}/payment-methods/{methodId}', {
    onSuccess: ({ message }) => onDone(message),
  })
  const form = useRuleForm(noProblems, () => '', {
    start: { nickname: method.nickname },
    error: send.error,
    fields: ['nickname'],
    onSubmit: ({ nickname }) =>
      send.mutate({
        params: { memberNumber, methodId: method.methodId },
        body: { nickname, isDefault: method.isDefault },
      }),
  })
  return (
    <FormDialog
      form={form}
      title={text.title}
      cancel={text.cancel}
      onCancel={onClose}
      busy={send.isPending}
      error={form.failure}
      submit={{ label: text.submit, busyLabel: text.busy }}
    >
      <TextField {...form.text('nickname')} label={text.label} hint={text.hint} maxLength={40} autoComplete="off" />
    </FormDialog>
  )
}

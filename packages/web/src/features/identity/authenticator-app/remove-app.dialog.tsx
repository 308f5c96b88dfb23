import { CodeField, CodeKindButton, noCode, useIncompleteCode, wholeCode } from '../../../portal/form/code-entry.tsx'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'

interface RemoveAppDialogProps {
  readonly memberNumber: string
  readonly onRemoved: () => void
  readonly onCancel: () => void
}

/** Asks before the app is removed, and for a fresh code of it (MA-12, REQ-D-009). */
export function RemoveAppDialog({ memberNumber, onRemoved, onCancel }: RemoveAppDialogProps) {
  const { removal: text } = useText('authenticatorApp')
  const remove = useMemberSend('POST /v3/members/{memberNumber}/mfa/remove', { onSuccess: onRemoved })
  const form = useRuleForm(
    () => [],
    () => '',
    {
      start: noCode,
      onSubmit: (values) => {
        const code = wholeCode(values)
        if (code === null) return
        const onError = () => {
          form.change({ code: '' })
          form.focus('code')
        }
        remove.mutate({ params: { memberNumber }, body: { code } }, { onError })
      },
    },
  )
  const incomplete = useIncompleteCode(form.values)
  return (
    <FormDialog
      form={form}
      title={text.title}
      cancel={text.cancel}
      onCancel={onCancel}
      busy={remove.isPending}
      error={remove.error}
      submit={{ label: text.submit, busyLabel: text.busy, variant: 'danger', disabledReason: incomplete }}
    >
      <p>
        <strong>{text.ask}</strong> {text.more}
      </p>
      <CodeField form={form} />
      <p>{text.fresh}</p>
      <div>
        <CodeKindButton form={form} />
      </div>
    </FormDialog>
  )
}

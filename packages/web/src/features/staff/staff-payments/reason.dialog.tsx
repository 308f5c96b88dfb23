import { checkReason, maxReasonLength } from '@coopline/rules/staff/staff-payments/check-reason'
import { staffPaymentMessage } from '@coopline/rules/staff/staff-payments/staff-payments.messages'
import { SelectField, type SelectOption } from '@coopline/ui/select-field'
import { TextareaField } from '@coopline/ui/textarea-field'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useTask } from '../../../portal/call/use-task.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'

interface ReasonDialogProps<Answer> {
  readonly words: { readonly title: string; readonly more: string; readonly button: string }
  readonly isDanger: boolean
  /** The options, of which the first is selected; absent where there is no choice. */
  readonly choices?: readonly SelectOption[]
  readonly act: (reason: string, choice: string) => Promise<Answer>
  readonly onDone: (answer: Answer) => void
  /** @param isStale the decision was refused: what the page shows may have changed. */
  readonly onCancel: (isStale: boolean) => void
}

/** Asks for the reason before staff decide something about a payment or an alarm. */
export function ReasonDialog<Answer>(props: ReasonDialogProps<Answer>) {
  const { words, isDanger, choices = [], act, onDone, onCancel } = props
  const { decide: text } = useText('staffPayments')
  const task = useTask(async ({ reason, choice }: Typed) => act(reason, choice), { onSuccess: onDone })
  const form = useRuleForm<Typed, ReturnType<typeof checkReason>[number]>(
    checkReason,
    ({ code }, language) => staffPaymentMessage(code, language),
    {
      start: { reason: '', choice: choices[0]?.value ?? '' },
      onSubmit: (typed) => task.mutate(typed),
      error: task.error,
      fields: ['reason'],
      firstCheck: 'submit',
    },
  )
  return (
    <FormDialog
      form={form}
      title={words.title}
      cancel={text.cancel}
      onCancel={() => onCancel(task.error !== null)}
      busy={task.isPending}
      error={form.failure}
      submit={{ label: words.button, busyLabel: text.busy, ...(isDanger && { variant: 'danger' as const }) }}
      width={480}
    >
      <p>{words.more}</p>
      {choices.length > 1 && <SelectField {...form.text('choice')} label={text.report} options={choices} />}
      <TextareaField
        {...form.text('reason')}
        onChange={({ target }) => form.change({ reason: target.value }, 'reason')}
        label={text.reason}
        hint={text.hint}
        maxLength={maxReasonLength}
        rows={3}
      />
    </FormDialog>
  )
}

interface Typed {
  readonly reason: string
  readonly choice: string
}

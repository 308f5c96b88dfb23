import type { StaffPaymentStory } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { formatDecimal, formatUsd } from '@coopline/rules/kernel/money'
import { formatAmountOnBlur } from '@coopline/rules/kernel/typed-amount'
import { maxReasonLength } from '@coopline/rules/staff/staff-payments/check-reason'
import {
  checkRefund,
  type RefundForm,
  type RefundProblem,
  readRefundAmount,
} from '@coopline/rules/staff/staff-payments/check-refund'
import { staffPaymentMessage } from '@coopline/rules/staff/staff-payments/staff-payments.messages'
import { MoneyField } from '@coopline/ui/money-field'
import { TextareaField } from '@coopline/ui/textarea-field'
import { useTask } from '../../../portal/call/use-task.ts'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { staffCall } from '../../../portal/staff/staff-call.ts'
import { useText } from '../../../portal/text/text.tsx'

interface RefundDialogProps {
  readonly transNo: string
  readonly refund: NonNullable<StaffPaymentStory['refund']>
  readonly onDone: (story: StaffPaymentStory) => void
  /** @param isStale the refund was refused: what the page shows may have changed. */
  readonly onCancel: (isStale: boolean) => void
}

/** Asks for the amount of a refund, all that is left at first, and for the reason. */
export function RefundDialog({ transNo, refund, onDone, onCancel }: RefundDialogProps) {
  const { decide: text } = useText('staffPayments')
  const { left, isPart, again } = refund
  const preset = again ?? left
  const task = useTask(
    async ({ reason, amount }: RefundForm) =>
      staffCall('POST /v3/staff/payments/{transNo}/refund', {
        params: { transNo },
        body: { reason, amount: readRefundAmount(amount) ?? preset },
      }),
    { onSuccess: onDone },
  )
  const form = useRuleForm<RefundForm, RefundProblem>(
    (typed) => checkRefund(typed, refund),
    ({ code }, language) => staffPaymentMessage(code, language),
    {
      start: { reason: '', amount: formatDecimal(preset) },
      onSubmit: (typed) => task.mutate(typed),
      error: task.error,
      fields: ['amount', 'reason'],
      firstCheck: 'submit',
    },
  )
  const words = text.refund
  return (
    <FormDialog
      form={form}
      title={words.title}
      cancel={text.cancel}
      onCancel={() => onCancel(task.error !== null)}
      busy={task.isPending}
      error={form.failure}
      submit={{ label: words.button, busyLabel: text.busy, variant: 'danger' }}
      width={480}
    >
      <p>{isPart ? words.more : words.whole(formatUsd(preset))}</p>
      {isPart && (
        <MoneyField
          {...form.text('amount')}
          label={words.amount}
          hint={again === null ? words.amountHint(formatUsd(left)) : words.again(formatUsd(again), formatUsd(left))}
          onFormat={formatAmountOnBlur}
        />
      )}
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

import type { AutopayAccount } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { autopayText, chargeDayText } from '@coopline/rules/paying/auto-pay/auto-pay.messages'
import { mostDaysBefore } from '@coopline/rules/paying/auto-pay/auto-pay'
import { formatDecimal } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { parseTypedAmount, formatAmountOnBlur } from '@coopline/rules/kernel/typed-amount'
import { MoneyField } from '@coopline/ui/money-field'
import { SelectField } from '@coopline/ui/select-field'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { methodTitle, type StoredMethod } from '../../../portal/paying/stored-methods.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'

export const saveLine = 'PUT /v3/members/{memberNumber}/accounts/{accountNumber}/autopay'

interface AutoPayDialogProps {
  readonly memberNumber: string
  readonly account: AutopayAccount
  readonly methods: readonly StoredMethod[]
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

interface Typed {
  readonly methodId: string
  readonly daysBefore: string
  readonly maxAmount: string
}

/** Sets AutoPay of an account up, or changes it. Saving resumes a paused one. */
export function AutoPayDialog({ memberNumber, account, methods, onClose, onDone }: AutoPayDialogProps) {
  const { form: text } = useText('autoPay')
  const { language } = useLanguage()
  const { accountNumber, enrollment } = account
  const send = useMemberSend(saveLine, { onSuccess: ({ message }) => onDone(message) })
  const form = useRuleForm(check, ({ code }, to: Language) => autopayText(code, to), {
    start: {
      methodId: enrollment?.methodId ?? methods.find((one) => one.isDefault)?.methodId ?? '',
      daysBefore: String(enrollment?.daysBefore ?? 0),
      maxAmount: enrollment === null || enrollment.maxAmount === null ? '' : formatDecimal(enrollment.maxAmount),
    },
    error: send.error,
    fields: ['methodId', 'daysBefore', 'maxAmount'],
    onSubmit: ({ methodId, daysBefore, maxAmount }: Typed) =>
      send.mutate({
        params: { memberNumber, accountNumber },
        body: {
          methodId,
          daysBefore: Number(daysBefore),
          maxAmount: maxAmount.trim() === '' ? null : parseTypedAmount(maxAmount),
          isPaused: false,
        },
      }),
  })
  const days = Array.from({ length: mostDaysBefore + 1 }, (_, count) => ({
    value: String(count),
    text: chargeDayText(count, language),
  }))
  return (
    <FormDialog
      form={form}
      title={text.title}
      cancel={text.cancel}
      onCancel={onClose}
      busy={send.isPending}
      error={form.failure}
      submit={{ label: enrollment === null ? text.submit : text.save, busyLabel: text.busy }}
    >
      <SelectField
        {...form.text('methodId')}
        label={text.method}
        placeholder={autopayText('method', language)}
        options={methods.map((method) => ({ value: method.methodId, text: methodTitle(method, language) }))}
      />
      <SelectField {...form.text('daysBefore')} label={text.when} options={days} />
      <MoneyField
        {...form.text('maxAmount')}
        label={text.limit}
        optionalText={text.optional}
        hint={text.limitHint}
        onFormat={formatAmountOnBlur}
        autoComplete="off"
      />
      <p>{text.first}</p>
    </FormDialog>
  )
}

type Problem =
  | { readonly code: 'method'; readonly field: 'methodId' }
  | { readonly code: 'limit'; readonly field: 'maxAmount' }

function check({ methodId, maxAmount }: Typed): readonly Problem[] {
  const limit = maxAmount.trim() === '' ? 1 : (parseTypedAmount(maxAmount) ?? 0)
  return [
    ...(methodId === '' ? [{ code: 'method', field: 'methodId' } as const] : []),
    ...(limit <= 0 ? [{ code: 'limit', field: 'maxAmount' } as const] : []),
  ]
}

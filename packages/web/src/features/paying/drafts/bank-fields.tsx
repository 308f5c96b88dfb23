import {
  bankAccountLengths,
  type DraftForm,
  maxBankNameLength,
  routingNumberLength,
} from '@coopline/rules/paying/drafts/check-draft'
import { Card } from '@coopline/ui/card'
import { DigitsField } from '@coopline/ui/digits-field'
import { SelectField } from '@coopline/ui/select-field'
import { TextField } from '@coopline/ui/text-field'
import { useText } from '../../../portal/text/text.tsx'
import type { RuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './drafts.module.css'

interface BankFieldsProps {
  readonly form: RuleForm<DraftForm>
  readonly onChangeRouting: (routingNumber: string) => void
}

/** The bank account that is drafted (DR-40 to DR-52). The name of the bank may be changed after it was filled in. */
export function BankFields({ form, onChangeRouting }: BankFieldsProps) {
  const { setUp: text, kinds } = useText('drafts')
  const digits = { maxDigits: bankAccountLengths.max, autoComplete: 'off' } as const
  return (
    <Card title={text.bank}>
      <div className={styles.fields}>
        <SelectField
          {...form.text('draftType')}
          label={text.kind}
          placeholder={text.chooseKind}
          options={[
            { value: 'Checking', text: kinds.Checking },
            { value: 'Savings', text: kinds.Savings },
          ]}
        />
        <DigitsField
          {...form.text('routingNumber')}
          label={text.routing}
          hint={text.routingHint}
          maxDigits={routingNumberLength}
          onChange={({ target }) => onChangeRouting(target.value)}
        />
        <TextField {...form.text('bankName')} label={text.bankName} maxLength={maxBankNameLength} autoComplete="off" />
        <DigitsField {...form.text('bankAccountNumber')} {...digits} label={text.number} />
        <DigitsField {...form.text('confirmBankAccountNumber')} {...digits} label={text.confirm} />
      </div>
    </Card>
  )
}

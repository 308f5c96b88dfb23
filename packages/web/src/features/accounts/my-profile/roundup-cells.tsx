import { CheckboxField } from '@coopline/ui/checkbox-field'
import { RoundUpAmountField, RoundUpDateField } from '../../../portal/form/roundup-fields.tsx'
import { useText } from '../../../portal/text/text.tsx'
import styles from './my-profile.module.css'
import type { RoundUpRow } from './typed-profile.ts'
import type { Profile } from './use-profile.ts'

export interface RoundUpCellProps {
  readonly profile: Profile
  readonly rows: readonly RoundUpRow[]
  readonly row: RoundUpRow
}

type Name = 'isRoundup' | 'amount' | 'expiration'

const fieldOf = ({ rows, row }: RoundUpCellProps, name: Name) => `roundupAccounts.${rows.indexOf(row)}.${name}`

function changeRow(cell: RoundUpCellProps, name: Name, value: string | boolean) {
  const { profile, rows, row } = cell
  const roundupAccounts = rows.map((one) => (one === row ? { ...one, [name]: value } : one))
  profile.form.change({ roundupAccounts }, fieldOf(cell, name))
}

/** With the basic mode on, amount and end belong to an enrollment. */
const isOpen = ({ profile, row }: RoundUpCellProps): boolean => !profile.offer.roundUpModes.basic || row.isRoundup

export function EnrollmentCell(cell: RoundUpCellProps) {
  const { roundUp: text } = useText('myProfile')
  return (
    <CheckboxField
      name={fieldOf(cell, 'isRoundup')}
      label={`${text.columns.enrolled}, ${text.ofAccount(cell.row.accountNumber)}`}
      labelHidden
      checked={cell.row.isRoundup}
      onChange={({ target: { checked } }) => changeRow(cell, 'isRoundup', checked)}
    />
  )
}

export function AmountCell(cell: RoundUpCellProps) {
  const { roundUp: text } = useText('myProfile')
  if (!isOpen(cell)) return <span className={styles.note}>{text.enrollFirst}</span>
  const field = fieldOf(cell, 'amount')
  return (
    <RoundUpAmountField
      name={field}
      label={`${text.columns.amount}, ${text.ofAccount(cell.row.accountNumber)}`}
      value={cell.row.amount}
      onChange={({ target: { value } }) => changeRow(cell, 'amount', value)}
      onBlur={() => cell.profile.form.blur(field)}
      error={cell.profile.form.errorOf(field)}
    />
  )
}

export function ExpirationCell(cell: RoundUpCellProps) {
  const { roundUp: text } = useText('myProfile')
  if (!isOpen(cell)) return null
  const field = fieldOf(cell, 'expiration')
  return (
    <RoundUpDateField
      name={field}
      label={`${text.columns.expiration}, ${text.ofAccount(cell.row.accountNumber)}`}
      today={cell.profile.details.data?.today}
      value={cell.row.expiration}
      onChange={({ target: { value } }) => changeRow(cell, 'expiration', value)}
      onBlur={() => cell.profile.form.blur(field)}
      error={cell.profile.form.errorOf(field)}
    />
  )
}

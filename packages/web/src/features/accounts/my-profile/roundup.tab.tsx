import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'
import { AccountName } from './account-name.tsx'
import { ProfileForm } from './profile.form.tsx'
import type { RoundUpRow } from './typed-profile.ts'
import type { Profile } from './use-profile.ts'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { RoundUpAmountField, RoundUpDateField } from '../../../portal/form/roundup-fields.tsx'
import styles from './my-profile.module.css'

interface RoundUpCellProps {
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

function EnrollmentCell(cell: RoundUpCellProps) {
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

function AmountCell(cell: RoundUpCellProps) {
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

function ExpirationCell(cell: RoundUpCellProps) {
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

/** Operation RoundUp: which accounts take part, with what amount, and until when (MP-57). */
export function RoundUpTab({ profile }: { readonly profile: Profile }) {
  const { roundUp: text } = useText('myProfile')
  const { basic, plus } = profile.offer.roundUpModes
  const rows = profile.form.values.roundupAccounts
  return (
    <ProfileForm profile={profile}>
      <Card title={text.title}>
        <Stack>
          <p>{text.lead}</p>
          <DataTable
            caption={text.title}
            captionHidden
            columns={columnsOf(text.columns, { profile, rows })}
            rows={basic || plus ? rows : []}
            rowKey={(row) => row.accountNumber}
            empty={text.none}
          />
        </Stack>
      </Card>
    </ProfileForm>
  )
}

/** Enrollment is of the basic mode, amount and end of RoundUp Plus (OR-22 to OR-24). */
function columnsOf(
  titles: Readonly<Record<'account' | 'enrolled' | 'amount' | 'expiration', string>>,
  table: Omit<RoundUpCellProps, 'row'>,
): readonly TableColumn<RoundUpRow>[] {
  const { basic, plus } = table.profile.offer.roundUpModes
  const enrollment: TableColumn<RoundUpRow> = {
    key: 'isRoundup',
    header: titles.enrolled,
    cell: (row) => <EnrollmentCell row={row} {...table} />,
  }
  const ofPlus: readonly TableColumn<RoundUpRow>[] = [
    { key: 'amount', header: titles.amount, cell: (row) => <AmountCell row={row} {...table} /> },
    { key: 'expiration', header: titles.expiration, cell: (row) => <ExpirationCell row={row} {...table} /> },
  ]
  return [
    { key: 'account', header: titles.account, rowHeader: true, cell: (row) => <AccountName {...row} /> },
    ...(basic ? [enrollment] : []),
    ...(plus ? ofPlus : []),
  ]
}

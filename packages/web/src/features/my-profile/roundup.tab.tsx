import { formatDecimal } from '@coopline/rules/kernel/money'
import {
  maxRoundUpAmountLength,
  maxRoundUpExpiration,
  minRoundUpExpiration,
  readRoundUpAmount,
} from '@coopline/rules/operation-roundup/check-roundup'
import { Card } from '@coopline/ui/card'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { DateField } from '@coopline/ui/date-field'
import { MoneyField } from '@coopline/ui/money-field'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useText } from '../../portal/text.tsx'
import { AccountName } from './account-name.tsx'
import styles from './my-profile.module.css'
import { ProfileForm } from './profile-form.tsx'
import type { RoundUpRow } from './typed-profile.ts'
import type { Profile } from './use-profile.ts'

/** Operation RoundUp: which accounts take part, with what amount, and until when (spec 001 §3, §5). */
export function RoundUpTab({ profile }: { readonly profile: Profile }) {
  const { roundUp: text } = useText('myProfile')
  const { basic, plus } = profile.offer.roundUpModes
  return (
    <ProfileForm profile={profile}>
      {({ roundupAccounts }) => (
        <Card title={text.title}>
          <Stack>
            <p>{text.lead}</p>
            <RoundUpTable profile={profile} rows={basic || plus ? roundupAccounts : []} />
          </Stack>
        </Card>
      )}
    </ProfileForm>
  )
}

function RoundUpTable({ profile, rows }: { readonly profile: Profile; readonly rows: readonly RoundUpRow[] }) {
  const { roundUp: text } = useText('myProfile')
  const { basic, plus } = profile.offer.roundUpModes
  const today = profile.details.data?.today
  const indexOf = (row: RoundUpRow) => rows.indexOf(row)
  const set = (row: RoundUpRow, changes: Partial<RoundUpRow>) =>
    profile.change({ roundupAccounts: rows.map((one) => (one === row ? { ...one, ...changes } : one)) })
  const named = (column: string, { accountNumber }: RoundUpRow) => (
    <VisuallyHidden>{`${column}, ${text.ofAccount(accountNumber)}`}</VisuallyHidden>
  )
  // With the basic mode on, amount and end belong to an enrolment.
  const isOpen = (row: RoundUpRow) => !basic || row.isRoundup
  const enrolment: TableColumn<RoundUpRow> = {
    key: 'isRoundup',
    header: text.columns.enrolled,
    cell: (row) => (
      <CheckboxField
        name={`roundupAccounts.${indexOf(row)}.isRoundup`}
        label={named(text.columns.enrolled, row)}
        checked={row.isRoundup}
        onChange={({ target: { checked } }) => set(row, { isRoundup: checked })}
      />
    ),
  }
  const amount: TableColumn<RoundUpRow> = {
    key: 'amount',
    header: text.columns.amount,
    cell: (row) => {
      if (!isOpen(row)) return <span className={styles.note}>{text.enrolFirst}</span>
      const field = `roundupAccounts.${indexOf(row)}.amount`
      return (
        <MoneyField
          name={field}
          label={named(text.columns.amount, row)}
          maxCharacters={maxRoundUpAmountLength}
          value={row.amount}
          onFormat={asCurrency}
          onChange={({ target: { value } }) => set(row, { amount: value })}
          onBlur={() => profile.leave(field)}
          error={profile.errorOf(field)}
        />
      )
    },
  }
  const expiration: TableColumn<RoundUpRow> = {
    key: 'expiration',
    header: text.columns.expiration,
    cell: (row) => {
      if (!isOpen(row)) return ''
      const field = `roundupAccounts.${indexOf(row)}.expiration`
      return (
        <DateField
          name={field}
          label={named(text.columns.expiration, row)}
          min={today && minRoundUpExpiration(today)}
          max={maxRoundUpExpiration}
          value={row.expiration}
          onChange={({ target: { value } }) => set(row, { expiration: value })}
          onBlur={() => profile.leave(field)}
          error={profile.errorOf(field)}
        />
      )
    },
  }
  return (
    <DataTable
      caption={text.title}
      captionHidden
      columns={[
        {
          key: 'account',
          header: text.columns.account,
          rowHeader: true,
          cell: (row) => <AccountName {...row} />,
        },
        ...(basic ? [enrolment] : []),
        ...(plus ? [amount, expiration] : []),
      ]}
      rows={rows}
      rowKey={(row) => row.accountNumber}
      empty={text.none}
    />
  )
}

/** '2.5' → '2.50'; what is no amount stays as it was typed. */
function asCurrency(typed: string): string {
  const amount = readRoundUpAmount(typed)
  return amount === null || amount === 'not-valid' ? typed : formatDecimal(amount)
}

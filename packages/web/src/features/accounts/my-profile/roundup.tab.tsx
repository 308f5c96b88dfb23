import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'
import { AccountName } from './account-name.tsx'
import { ProfileForm } from './profile.form.tsx'
import { AmountCell, EnrollmentCell, ExpirationCell, type RoundUpCellProps } from './roundup-cells.tsx'
import type { RoundUpRow } from './typed-profile.ts'
import type { Profile } from './use-profile.ts'

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

import { paths } from '@coopline/contract/paths'
import { type CalendarDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { type BillRow, billsLine, oneBill } from '../../../portal/bills/bill-calls.ts'
import { Redirect } from '../../../portal/page/redirect.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useAddressedAccount } from '../../../portal/session/selected-account.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { BillView, type ChangeOfBill } from './bill.view.tsx'

interface ViewBillPageProps {
  /** Explains the change, below the amount. */
  readonly Change: ChangeOfBill
}

/** A bill as a page (REQ-D-094): of the account and the day in the address, else the newest of the selected account. */
export function ViewBillPage({ Change }: ViewBillPageProps) {
  const { viewBill: text } = useText('bills')
  const { member } = useSession()
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      {member !== null && <AddressedBill memberNumber={member.memberNumber} Change={Change} />}
    </Stack>
  )
}

const height = '32rem'

function AddressedBill({ memberNumber, Change }: ViewBillPageProps & { readonly memberNumber: string }) {
  const { viewBill: text } = useText('bills')
  const query = usePageQuery()
  const day = query.get('date')
  const date = day === null ? null : parseCalendarDate(day)
  const { account, accounts, isRefused } = useAddressedAccount(memberNumber, { stays: true })
  // A day that is none, and an account that is not theirs, have no bill.
  if (isRefused || (day !== null && date === null)) return <Redirect to={paths.noBill()} />
  return (
    <Loaded query={accounts} loading={text.loading} height={height}>
      {() =>
        account === null ? (
          <Redirect to={paths.noBill()} />
        ) : (
          <BillOf memberNumber={memberNumber} accountNumber={account.accountNumber} date={date} Change={Change} />
        )
      }
    </Loaded>
  )
}

interface BillOfProps extends ViewBillPageProps {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly date: CalendarDate | null
}

function BillOf({ memberNumber, accountNumber, date, Change }: BillOfProps) {
  const { viewBill: text } = useText('bills')
  const bills = useMemberRead(billsLine, oneBill(memberNumber, accountNumber, date))
  return (
    <Loaded query={bills} loading={text.loading} height={height}>
      {({ results: [bill] }) =>
        isViewable(bill) ? (
          <BillView named={{ memberNumber, accountNumber, bill }} Change={Change} />
        ) : (
          <Redirect to={paths.noBill()} />
        )
      }
    </Loaded>
  )
}

const isViewable = (bill: BillRow | undefined): bill is BillRow => bill !== undefined && bill.billViewUrl !== ''

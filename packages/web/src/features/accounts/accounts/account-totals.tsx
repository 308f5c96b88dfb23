import type { accounts } from '@coopline/contract/accounts/accounts/accounts.contract'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { classNames } from '@coopline/ui/class-names'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import styles from './accounts.module.css'

const line = 'GET /v3/members/{memberNumber}/accounts/totals' satisfies (typeof accounts)['totals']['call']

/** The total due on all accounts, independent of the search below; nothing without accounts. */
export function AccountTotals({ memberNumber }: { readonly memberNumber: string }) {
  const { totals: text } = useText('accounts')
  const totals = useMemberRead(line, { params: { memberNumber } })
  if (totals.data?.totalRecords === 0) return null
  return (
    <Card>
      <Loaded query={totals} loading={text.loading} height="3.25rem">
        {({ totalRecords, totalOwed, totalPastDue }) => (
          <dl className={styles.totals}>
            <div>
              <dt>{text.owed}</dt>
              <dd className={styles.total}>{formatUsd(totalOwed)}</dd>
            </div>
            <div>
              <dt>{text.pastDue}</dt>
              <dd className={classNames(totalPastDue > 0 && styles.bad)}>{formatUsd(totalPastDue)}</dd>
            </div>
            <div>
              <dt>{text.accounts}</dt>
              <dd>{totalRecords}</dd>
            </div>
          </dl>
        )}
      </Loaded>
    </Card>
  )
}

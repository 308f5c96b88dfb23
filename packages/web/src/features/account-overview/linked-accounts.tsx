import type { LinkedAccount } from '@coopline/contract/account-overview/account-overview.contract'
import { paths } from '@coopline/contract/paths'
import { accountTypeWords } from '@coopline/rules/account-status/cooperative-words.messages'
import { linkedAccountsFailed } from '@coopline/rules/account-overview/account-overview.messages'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable } from '@coopline/ui/data-table'
import { Skeleton } from '@coopline/ui/skeleton'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import type { ReactNode } from 'react'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import type { TextsOf } from '../../portal/text-store.ts'
import { useMemberRead } from '../../portal/use-member-read.ts'
import styles from './account-overview.module.css'
import { lines } from './overview-settings.ts'
import type { OwnAccount } from './own-account.ts'

/** The accounts that are settled together with this one. Show it for an account that is linked. */
export function LinkedAccounts({ memberNumber, accountNumber }: OwnAccount) {
  const { linked: text } = useText('accountOverview')
  return (
    <Card title={text.title}>
      <LinkedList memberNumber={memberNumber} accountNumber={accountNumber} />
    </Card>
  )
}

function LinkedList(own: OwnAccount) {
  const { linked: text } = useText('accountOverview')
  const { common } = useText('shell')
  const { language } = useLanguage()
  const { data, error, isPending, isFetching, refetch } = useMemberRead(lines.linked, { params: { ...own } })
  if (isPending) {
    return (
      <>
        <VisuallyHidden live="polite">{text.loading}</VisuallyHidden>
        <Skeleton height="4rem" />
      </>
    )
  }
  return (
    <>
      {error !== null && (
        <Alert tone="error" title={linkedAccountsFailed(failureMessage(error, language), language)}>
          <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            {common.tryAgain}
          </Button>
        </Alert>
      )}
      {data !== undefined && (
        <DataTable
          caption={text.title}
          captionHidden
          columns={[
            {
              key: 'account',
              header: text.account,
              rowHeader: true,
              cell: accountLink(text, language),
            },
            { key: 'balance', header: text.balance, align: 'end', cell: (row) => formatUsd(row.billedBalance) },
          ]}
          rows={data.results}
          rowKey={(row) => row.accountNumber}
          empty={text.none}
        />
      )}
    </>
  )
}

const accountLink = (text: TextsOf<'accountOverview'>['linked'], language: Language) =>
  function linkOf({ accountNumber, accountType }: LinkedAccount): ReactNode {
    return (
      <a href={paths.accountOverview({ accountno: accountNumber })} className={styles.wayOn}>
        {text.of(accountTypeWords(accountType, language), accountNumber)}
      </a>
    )
  }

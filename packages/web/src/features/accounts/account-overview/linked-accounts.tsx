import type { LinkedAccount } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { paths } from '@coopline/contract/paths'
import { accountTypeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { linkedAccountsFailed } from '@coopline/rules/accounts/account-overview/account-overview.messages'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { Card } from '@coopline/ui/card'
import { DataTable } from '@coopline/ui/data-table'
import type { ReactNode } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import styles from './account-overview.module.css'
import { lines } from './overview-settings.ts'

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
  const { language } = useLanguage()
  const list = useMemberRead(lines.linked, { params: { ...own } })
  return (
    <Loaded
      query={list}
      loading={text.loading}
      // With one account, as most have.
      height="7.875rem"
      failed={(message) => linkedAccountsFailed(message, language)}
    >
      {(data) => (
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
    </Loaded>
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

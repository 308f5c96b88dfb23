import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { pageCount } from '@coopline/ui/pager-numbers'
import { Stack } from '@coopline/ui/stack'
import { useEffect, useRef, useState } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { accountsLine } from '../../../portal/session/member-accounts.ts'
import { NoAccounts } from '../../../portal/page/no-accounts.tsx'
import { usePageQuery, usePushQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { AccountsTable } from './accounts.table.tsx'
import { type AccountsView, askedQuery, longestSearch, readAccounts, readView, writeView } from './accounts-view.ts'
import { TextField } from '@coopline/ui/text-field'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import styles from './accounts.module.css'
import type { accounts } from '@coopline/contract/accounts/accounts/accounts.contract'
import { formatUsd } from '@coopline/rules/kernel/money'
import { classNames } from '@coopline/ui/class-names'

const line = 'GET /v3/members/{memberNumber}/accounts/totals' satisfies (typeof accounts)['totals']['call']

/** The total due on all accounts, independent of the search below; nothing without accounts. */
function AccountTotals({ memberNumber }: { readonly memberNumber: string }) {
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

/** The pause in typing after which the search starts, in milliseconds. */
const pauseMs = 300

interface AccountSearchProps {
  /** The search that is in effect. */
  readonly shown: string
  readonly onSearch: (search: string) => void
}

/** The field over the table; it searches by itself once the member pauses. */
function AccountSearch({ shown, onSearch }: AccountSearchProps) {
  const { search: text } = useText('accounts')
  const [typed, setTyped] = useState(shown)
  const wanted = typed.trim()

  // Back navigation restores an earlier search; typing is ahead of the address.
  const { key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const [seenKey, setSeenKey] = useState(key)
  if (key !== seenKey) {
    setSeenKey(key)
    if (isBack) setTyped(shown)
  }

  useEffect(() => {
    if (wanted === shown) return undefined
    const timer = setTimeout(() => onSearch(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, shown, onSearch])

  return (
    <form
      // Before the scripts are there, a browser would otherwise send what is typed to the server.
      method="dialog"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted !== shown) onSearch(wanted)
      }}
    >
      <TextField
        type="search"
        label={text.label}
        hint={text.hint}
        maxLength={longestSearch}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  )
}

/** All accounts of the member: the total owed, and a table to search, sort and open them. */
export function ViewAllAccountsPage() {
  const { page } = useText('accounts')
  const memberNumber = useSession().member?.memberNumber
  return (
    <Stack gap="large">
      <PageHeading title={page.heading} />
      {memberNumber !== undefined && (
        <>
          <AccountTotals memberNumber={memberNumber} />
          <Accounts memberNumber={memberNumber} />
        </>
      )}
    </Stack>
  )
}

function Accounts({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('accounts')
  const { language } = useLanguage()
  const query = usePageQuery()
  const view = readView(query)
  const replaceQuery = useReplaceQuery()
  const pushQuery = usePushQuery()
  const top = useRef<HTMLDivElement>(null)
  const accounts = useMemberRead(
    accountsLine,
    { params: { memberNumber }, query: askedQuery(view, language) },
    { keepPrevious: true, select: readAccounts },
  )

  // A bookmarked address may name a page that no longer exists.
  const { data } = accounts
  const lastPage = data === undefined ? 1 : pageCount(data.totalRecords, view.pageSize)
  const isBeyond = data !== undefined && !accounts.isPlaceholderData && view.page > lastPage
  useEffect(() => {
    if (isBeyond) replaceQuery(writeView({ ...readView(query), page: lastPage }))
  }, [isBeyond, lastPage, query, replaceQuery])

  if (data?.totalRecords === 0 && view.search === '' && !accounts.isPlaceholderData)
    return <NoAccounts later={text.table.empty} />

  /** Changing page, order or size adds a history entry, so Back undoes it. */
  const show = (next: AccountsView) => {
    pushQuery(writeView(next))
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView()
  }
  return (
    <div ref={top}>
      <Card>
        <Stack>
          <AccountSearch
            shown={view.search}
            onSearch={(search) => replaceQuery(writeView({ ...view, search, page: 1 }))}
          />
          <Loaded query={accounts} loading={text.page.loading} height="34rem">
            {({ results, totalRecords }) => (
              <AccountsTable
                accounts={results}
                total={totalRecords}
                view={view}
                busy={accounts.isPlaceholderData}
                onView={show}
              />
            )}
          </Loaded>
        </Stack>
      </Card>
    </div>
  )
}

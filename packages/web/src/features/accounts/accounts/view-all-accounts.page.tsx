import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { pageCount } from '@coopline/ui/pager-numbers'
import { Stack } from '@coopline/ui/stack'
import { useEffect, useRef } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { accountsLine } from '../../../portal/session/member-accounts.ts'
import { NoAccounts } from '../../../portal/page/no-accounts.tsx'
import { usePageQuery, usePushQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { AccountSearch } from './account-search.tsx'
import { AccountTotals } from './account-totals.tsx'
import { AccountsTable } from './accounts.table.tsx'
import { type AccountsView, askedQuery, readAccounts, readView, writeView } from './accounts-view.ts'

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

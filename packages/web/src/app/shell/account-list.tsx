import { paths } from '@coopline/contract/paths'
import { Skeleton } from '@coopline/ui/skeleton'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ListedAccount } from '../../portal/session/member-accounts.ts'
import { findRoute, useReachable, useRouteTable } from '../../portal/page/route-table.tsx'
import { useSelectedAccount } from '../../portal/session/selected-account.ts'
import { isGuest, useSession } from '../../portal/session/session.tsx'
import { useText } from '../../portal/text/text.tsx'
import styles from './account-list.module.css'

/** The selected account and at most four others to switch to (SH-52, REQ-D-211). */
export function AccountList() {
  const session = useSession()
  const memberNumber = session.member?.memberNumber
  return memberNumber === undefined || isGuest(session) ? null : <ListOf memberNumber={memberNumber} />
}

function ListOf({ memberNumber }: { readonly memberNumber: string }) {
  const { accountList: text } = useText('shell')
  const { account, accounts, choose } = useSelectedAccount(memberNumber)
  const isReachable = useReachable()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isForMembers = findRoute(useRouteTable(), pathname)?.guarded === true
  // The page itself says what could not be loaded.
  if (accounts.data === undefined) return accounts.isPending ? <Placeholder /> : <Nothing />

  const { results, totalRecords } = accounts.data
  if (account === null) return <Nothing />
  /** A page of members restarts with the account, which replaces one in the address. Public pages keep what is typed. */
  const goOnWith = (accountNumber: string) => {
    choose(accountNumber)
    if (isForMembers) void navigate(pathname)
  }
  return (
    <Strip>
      <p className={styles.name}>{account.accountHolderName}</p>
      <ul className={styles.list}>
        {results.map((listed) => (
          <li key={listed.accountNumber}>
            <button
              type="button"
              className={styles.account}
              aria-current={listed === account}
              onClick={() => goOnWith(listed.accountNumber)}
            >
              <span className={styles.number}>{listed.accountNumber}</span>
              <span className={styles.place}>{streetOf(listed)}</span>
            </button>
          </li>
        ))}
      </ul>
      {totalRecords > results.length && isReachable(paths.viewAllAccounts()) && (
        <a href={paths.viewAllAccounts()} className={styles.all}>
          {text.all(totalRecords)}
        </a>
      )}
    </Strip>
  )
}

/** Takes the list's place away, which an empty one would keep. */
const Nothing = () => <span data-accounts="none" hidden />

const Placeholder = () => (
  <Strip>
    <Skeleton height="2.75rem" exact />
  </Strip>
)

const Strip = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.strip}>
    <div className={styles.bar}>{children}</div>
  </div>
)

const streetOf = ({ serviceAddress }: ListedAccount): string => serviceAddress.split(',', 1)[0] ?? ''

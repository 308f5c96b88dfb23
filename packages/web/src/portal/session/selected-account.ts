import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { keepAccount, storedAccount, onStoredAccount } from './stored-account.ts'
import { accountsInput, accountsLine, type ListedAccount, type MemberAccounts } from './member-accounts.ts'
import { usePageQuery, useReplaceQuery } from '../page/page-address.ts'
import { useMemberRead } from '../call/use-member-read.ts'

export interface SelectedAccount {
  /** The account that is shown; `null` until it is known, and for a member without one. */
  readonly account: ListedAccount | null
  /** The loaded state: the account, at most four others, and the total number. */
  readonly accounts: UseQueryResult<MemberAccounts>
  /** Selects another account for this tab. The next navigation restarts the page with it. */
  readonly choose: (accountNumber: string) => void
}

/** Parts of a page that are shown one after another share one answer; the next page asks again. */
const shared = { freshMs: 5_000 } as const

const nothingYet = () => null

/** The account that the account area is about: the one chosen in this tab, else the primary one (decisions, 001 B). */
export function useSelectedAccount(memberNumber: string): SelectedAccount {
  const kept = useSyncExternalStore(onStoredAccount, () => storedAccount(memberNumber), nothingYet)
  const accounts = useMemberRead(accountsLine, accountsInput(memberNumber, kept), shared)
  const queries = useQueryClient()
  const { data, dataUpdatedAt: updatedAt } = accounts
  const choose = useCallback(
    (accountNumber: string) => {
      if (data?.results.some((listed) => listed.accountNumber === accountNumber) === true) {
        // Shown immediately, and reloaded in the background unless it is fresh.
        const key = [accountsLine, accountsInput(memberNumber, accountNumber)]
        queries.setQueryData(key, withFirst(data, accountNumber), { updatedAt })
      }
      keepAccount(memberNumber, accountNumber)
    },
    [queries, data, updatedAt, memberNumber],
  )
  return { account: accounts.data?.results[0] ?? null, accounts, choose }
}

/** The order that the service gives: the account named, the primary one, then by number. */
const withFirst = ({ results, totalRecords }: MemberAccounts, first: string): MemberAccounts => ({
  totalRecords,
  results: [...results].sort(
    (a, b) =>
      Number(b.accountNumber === first) - Number(a.accountNumber === first) ||
      Number(b.isPrimaryAccount) - Number(a.isPrimaryAccount) ||
      (a.accountNumber < b.accountNumber ? -1 : 1),
  ),
})

export interface AddressedAccount extends SelectedAccount {
  /** The address named an account that is not the member's: the selected one is shown instead. */
  readonly isRefused: boolean
}

interface AddressRules {
  /** True on pages that leave `accountno` in the address. */
  readonly stays?: boolean
  /** True when the account is for this page only and the selection of the tab stays what it is. */
  readonly onlyHere?: boolean
}

const accountNumberShape = /^[0-9]{1,12}$/u

/**
 * The account of a page that reads `accountno` from its address: once it is known to be the member's it becomes the
 * selected one, and leaves the address. One that is not the member's changes nothing.
 */
export function useAddressedAccount(
  memberNumber: string,
  { stays = false, onlyHere = false }: AddressRules = {},
): AddressedAccount {
  const query = usePageQuery()
  const [named] = useState(() => query.get('accountno'))
  const requested = named !== null && accountNumberShape.test(named) ? named : null
  const theirs = useMemberRead(accountsLine, accountsInput(memberNumber, requested), {
    ...shared,
    enabled: requested !== null,
  })
  const selected = useSelectedAccount(memberNumber)
  const found = theirs.data?.results[0] ?? null
  const isFound = requested !== null && found?.accountNumber === requested
  const isAwaited = requested !== null && theirs.data === undefined

  const replaceQuery = useReplaceQuery()
  useEffect(() => {
    if (stays || !query.has('accountno')) return
    const rest = new URLSearchParams(query)
    rest.delete('accountno')
    replaceQuery(rest.toString())
  }, [stays, query, replaceQuery])
  useEffect(() => {
    if (isFound && !onlyHere) keepAccount(memberNumber, requested)
  }, [isFound, onlyHere, memberNumber, requested])

  const isRefused = named !== null && !isAwaited && !isFound
  if (isAwaited || isFound) return { ...selected, account: found, accounts: theirs, isRefused: false }
  return { ...selected, isRefused }
}

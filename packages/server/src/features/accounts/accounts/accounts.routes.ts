import { accounts } from '@coopline/contract/accounts/accounts/accounts.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { listOwnAccounts, loadOwnTotals } from './list-own-accounts.ts'

/** The member's accounts. */
export const accountsFeature: Feature = {
  routes: (routes) => {
    routes.on(accounts.list, async ({ deps, caller, query }) =>
      listOwnAccounts(deps, caller.memberNumber, {
        ...(query.page === undefined ? {} : { page: Number(query.page) }),
        ...(query.pageSize === undefined ? {} : { pageSize: Number(query.pageSize) }),
        first: query.first,
        search: query.search,
        sort: query.sort,
        order: query.order,
      }),
    )
    routes.on(accounts.totals, async ({ deps, caller }) => loadOwnTotals(deps, caller.memberNumber))
  },
}

import {
  averageBilling,
  type LevelizedAccount,
} from '@coopline/contract/accounts/average-billing/average-billing.contract'
import { notEligibleReason } from '@coopline/rules/accounts/average-billing/average-billing.messages'
import { billingButton } from '@coopline/rules/accounts/average-billing/check-billing-change'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Feature, RouteOptions } from '../../../platform/http/call.ts'
import { type BillingAccount, listBillingAccounts } from './average-billing.store.ts'
import { previewBilling } from './preview-billing.ts'
import { updateBilling, updateBillings } from './update-billing.ts'

const options: RouteOptions = { isOffered: ({ AverageBilling }) => AverageBilling }

/** Average Billing, by account: bills that are leveled over the year. */
export const averageBillingFeature: Feature = {
  routes: (routes) => {
    routes.on(
      averageBilling.list,
      async ({ deps, caller, request }) => ({
        results: (await listBillingAccounts(deps.db, caller.memberNumber)).map((account) =>
          toWire(account, request.language),
        ),
      }),
      options,
    )
    routes.on(
      averageBilling.update,
      async (call) => updateBilling(call.deps, call, { accountNumber: call.params.accountNumber, item: call.body }),
      options,
    )
    routes.on(averageBilling.updateAll, async (call) => updateBillings(call.deps, call, call.body.items), options)
    routes.on(
      averageBilling.preview,
      async ({ deps, params, query, ...call }) =>
        previewBilling(deps, call, {
          accountNumber: params.accountNumber,
          settlementMonth: Number(query.settlementMonth),
        }),
      options,
    )
  },
}

const toWire = (account: BillingAccount, language: Language): LevelizedAccount => ({
  accountNumber: account.accountNumber,
  serviceAddress: account.serviceAddress,
  estimatedAmount: account.estimatedAmount,
  billingType: account.billingType,
  isEligible: account.isEligible,
  notEligibleMessage:
    billingButton(account) === 'not-eligible'
      ? notEligibleReason({ ...account, message: account.notEligibleMessage }, language)
      : '',
  defaultSettlementMonth: account.defaultSettlementMonth,
  settlementMonth: account.settlementMonth,
})

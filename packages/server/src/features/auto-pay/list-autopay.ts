import type { AnswerOf } from '@coopline/contract/endpoint'
import type { autoPay } from '@coopline/contract/auto-pay/auto-pay.contract'
import type { Deps } from '../../platform/deps.ts'
import { owedOn } from '../accounts/public.ts'
import { listAutopayAccounts } from './auto-pay.store.ts'
import { obstacleOf } from './change-autopay.ts'

/** The accounts of the member with their AutoPay and what it charges next. */
export async function listAutopay(
  { db }: Pick<Deps, 'db'>,
  memberNumber: string,
): Promise<AnswerOf<(typeof autoPay)['list']>> {
  const accounts = await listAutopayAccounts(db, memberNumber)
  return {
    results: accounts.map((account) => {
      const { street, city, state, zip } = account.serviceAddress
      const { enrollment, next } = account
      return {
        accountNumber: account.accountNumber,
        accountType: account.accountType,
        serviceAddress: `${street}, ${city}, ${state} ${zip}`,
        amountDue: owedOn(account),
        dueDate: account.dueDate,
        obstacle: obstacleOf(account),
        enrollment:
          enrollment === null
            ? null
            : {
                state: enrollment.state,
                methodId: enrollment.methodId,
                daysBefore: enrollment.daysBefore,
                maxAmount: enrollment.maxAmount,
              },
        next:
          next === null || next.state === 'done'
            ? null
            : { chargeOn: next.chargeOn, amount: next.amount, state: next.state },
      }
    }),
  }
}

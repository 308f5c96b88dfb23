import type { AnswerOf } from '@coopline/contract/endpoint'
import type { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { paymentMethods } from '@coopline/rules/paying/payment-method/payment-methods'
import type { Deps } from '../../../platform/deps.ts'
import { eligibilityOf, owedOn } from '../../accounts/accounts/public.ts'
import { listAutopayAccounts } from './auto-pay.store.ts'
import { obstacleOf } from './change-autopay.ts'

/** Lists the member's accounts with their AutoPay and its next charge. */
export async function listAutopay(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
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
        obstacle: obstacleOf(account, paymentMethods(eligibilityOf(account), settings.current())),
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

import type { AccountFigures } from '@coopline/contract/paying/payments/payment-request'
import type { Account } from '../../accounts/accounts/public.ts'
import { accountFigures } from '../payments/public.ts'

/** An account as the verification answers it (DM-02). */
export function quickPayAccount(account: Account, { masked }: { readonly masked: boolean }): AccountFigures {
  if (!masked) return accountFigures(account)
  const { holderName, serviceAddress } = account
  return accountFigures({
    ...account,
    holderName: maskedName(holderName),
    serviceAddress: { ...serviceAddress, street: maskedNumber(serviceAddress.street) },
  })
}

/** 'Ada Lindqvist' as 'A** L********': enough to know one's own name, too little to learn another's. */
const maskedName = (name: string): string => name.replaceAll(/(?<=\S)\S/gu, '*')

/** '1234 Oak St' as '1*** Oak St'. */
const maskedNumber = (street: string): string =>
  street.replace(/^[0-9]+/u, (digits) => digits[0] + '*'.repeat(digits.length - 1))

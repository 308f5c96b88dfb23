import type { AccountFigures } from '@coopline/contract/paying/payments/payment-request'
import type { Account } from '../../accounts/accounts/public.ts'
import { accountFigures } from '../payments/public.ts'

/** Builds the answer of the verification about an account (DM-02). */
export function quickPayAccount(account: Account, { masked }: { readonly masked: boolean }): AccountFigures {
  if (!masked) return accountFigures(account)
  const { holderName, serviceAddress } = account
  return accountFigures({
    ...account,
    holderName: maskedName(holderName),
    serviceAddress: { ...serviceAddress, street: maskedNumber(serviceAddress.street) },
  })
}

/** Masks a name, such as 'A** L********' for 'Ada Lindqvist'. People recognize their own name, but do not learn another one. */
const maskedName = (name: string): string => name.replaceAll(/(?<=\S)\S/gu, '*')

/** Masks a house number, such as '1*** Oak St' for '1234 Oak St'. */
const maskedNumber = (street: string): string =>
  street.replace(/^[0-9]+/u, (digits) => digits[0] + '*'.repeat(digits.length - 1))

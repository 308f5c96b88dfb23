import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { isInCutoff } from '@coopline/rules/paying/payment-amount/amount-limits'
import { paymentMethods } from '@coopline/rules/paying/payment-method/payment-methods'
import { type Account, eligibilityOf, payableOf } from '../../accounts/accounts/public.ts'

/** Returns true when links can pay bills. A cooperative without Quick Pay takes no payment without a sign-in. */
export const offersPayLinks = ({ taskLinks, QuickPay }: Settings): boolean => taskLinks && QuickPay

/**
 * True when an account can be paid by a link. A prepaid account has no bill, a liability must be confirmed on the page that shows it in
 * full, and other excluded accounts accept no online payment.
 */
export const isPayableByLink = (account: Account, settings: Settings): boolean =>
  offersPayLinks(settings) &&
  !account.isPrepaid &&
  !account.showLiabilityConfirmation &&
  paymentMethods(eligibilityOf(account), settings).restriction !== 'both' &&
  (settings.payOnlinePayCutoffAccount || !isInCutoff(payableOf(account)))

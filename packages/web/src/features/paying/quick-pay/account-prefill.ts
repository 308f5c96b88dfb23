import type { VerifyAccountForm } from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import {
  type Prefill,
  prefillAccountNumber,
  prefillPhoneDigits,
} from '@coopline/rules/paying/quick-pay-account/prefill'

/** The fields of step 1 as a link fills them in. */
export type AccountPrefill = Readonly<Record<keyof VerifyAccountForm, Prefill>>

export const nothingTyped: AccountPrefill = {
  accountNumber: prefillAccountNumber(null),
  phoneLastFourDigits: prefillPhoneDigits(null),
}

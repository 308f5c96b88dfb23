import type { MemberDetails, MemberUpdate } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import type { ProfileForm, SavedProfile } from '@coopline/rules/accounts/my-profile/check-profile'
import type { PaymentSetup } from '@coopline/rules/accounts/my-profile/stored-payments'
import { formatDecimal } from '@coopline/rules/kernel/money'
import { readRoundUpAmount } from '@coopline/rules/accounts/operation-roundup/check-roundup'
import type { PaperlessChoice } from '@coopline/rules/accounts/paperless/paperless-choices'

interface Row {
  readonly accountNumber: string
  readonly address: string
}

export type PaperlessRow = Row & PaperlessChoice

export interface RoundUpRow extends Row {
  readonly isRoundup: boolean
  /** As it is typed. */
  readonly amount: string
  /** yyyy-MM-dd, or empty. */
  readonly expiration: string
}

/** Everything that the three tabs hold, as it is typed. */
export interface TypedProfile extends Omit<ProfileForm, 'paperlessAccounts' | 'roundupAccounts'> {
  /** The code that was sent to a new email address, where the server asked for one. */
  readonly emailCode: string
  readonly receivePaymentEmail: boolean
  readonly receiveServiceOrderEmail: boolean
  readonly canMaskPhone: boolean
  readonly paperlessAccounts: readonly PaperlessRow[]
  readonly roundupAccounts: readonly RoundUpRow[]
}

/** The tabs before the details are loaded. */
export const nothingTyped: TypedProfile = {
  userName: '',
  loginId: '',
  currentPassword: '',
  emailCode: '',
  password: '',
  cnfpassword: '',
  securityQuestionId: '',
  securityQuestionAnswer: '',
  removeStoredCreditData: false,
  removeStoredBankData: false,
  receivePaymentEmail: false,
  receiveServiceOrderEmail: false,
  canMaskPhone: false,
  isPaperlessBilling: false,
  isPaperlessOther: false,
  annualMarketingElectricKit: false,
  isMarketEmail: false,
  paperlessConfirmText: false,
  paperlessAccounts: [],
  roundupAccounts: [],
}

/** The tabs as they are when nothing has been typed. Secrets are never among what was loaded. */
export const typedOf = (details: MemberDetails): TypedProfile => ({
  ...nothingTyped,
  userName: details.userName,
  loginId: details.loginId,
  securityQuestionId: details.secretQuestionId,
  receivePaymentEmail: details.paymentEmailReceived,
  receiveServiceOrderEmail: details.serviceOrderEmailReceived,
  canMaskPhone: details.phoneNumberMask,
  isPaperlessBilling: details.hasPaperlessBilling,
  isPaperlessOther: details.hasPaperlessOther,
  annualMarketingElectricKit: details.electronicKit,
  isMarketEmail: details.marketingEmail,
  paperlessAccounts: details.accounts.map((account) => ({
    accountNumber: account.accountNumber,
    address: account.address,
    isEmail: account.hasEmailBillNotice || account.hasPaperlessBilling,
    isPaperless: account.hasPaperlessBilling,
    // sic: the wire spells it this way (DE-17).
    isPaperlessOther: account.hasOtherPaperlessBillinge,
  })),
  roundupAccounts: roundUpRowsOf(details),
})

/** The values that stay on the tabs after saving: all but secrets, consent, and the choice to remove methods. */
export function withoutSecrets(sent: TypedProfile): TypedProfile {
  const { currentPassword, emailCode, password, cnfpassword, securityQuestionAnswer } = nothingTyped
  const { removeStoredCreditData, removeStoredBankData, paperlessConfirmText } = nothingTyped
  const secrets = { currentPassword, emailCode, password, cnfpassword, securityQuestionAnswer }
  return { ...sent, ...secrets, removeStoredCreditData, removeStoredBankData, paperlessConfirmText }
}

const roundUpRowsOf = (details: MemberDetails): readonly RoundUpRow[] =>
  details.accounts.map((account) => ({
    accountNumber: account.accountNumber,
    address: account.address,
    isRoundup: account.operationRoundup,
    amount: account.operationRoundupAmount === null ? '' : formatDecimal(account.operationRoundupAmount),
    expiration: account.operationRoundupExpiration ?? '',
  }))

const choiceOf = ({ isRoundup, amount, expiration }: RoundUpRow) => ({
  isRoundup,
  amount: readRoundUpAmount(amount),
  expiration,
})

/** Converts the typed values to the form that the rules check. */
export const formOf = (typed: TypedProfile): ProfileForm => ({
  ...typed,
  roundupAccounts: typed.roundupAccounts.map(choiceOf),
})

/** Converts the loaded profile to the form that the rules compare with. */
export const savedOf = (details: MemberDetails, paymentSetups: readonly PaymentSetup[]): SavedProfile => ({
  userName: details.userName,
  loginId: details.loginId,
  secretQuestionId: details.secretQuestionId,
  paymentSetups,
  roundupAccounts: roundUpRowsOf(details).map(choiceOf),
})

/** The member update request: all tabs at once (DE-18). */
export function updateOf(memberNumber: string, typed: TypedProfile): MemberUpdate {
  const { cnfpassword: _notSent, emailCode, paperlessAccounts, roundupAccounts, ...plain } = typed
  return {
    ...plain,
    ...(emailCode !== '' && { emailCode }),
    memberNumber,
    paperlessAccounts: paperlessAccounts.map(({ address: _address, ...row }) => row),
    roundupAccounts: roundupAccounts.map((row) => {
      const amount = readRoundUpAmount(row.amount)
      return {
        accountNumber: row.accountNumber,
        isRoundup: row.isRoundup,
        // The rules have let it through, so it is an amount or none.
        amount: amount === 'not-valid' ? null : amount,
        expiration:
          row.expiration === '' ? null : (row.expiration as MemberUpdate['roundupAccounts'][number]['expiration']),
      }
    }),
  }
}

import {
  type AccountInfo,
  accountOverview,
} from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { accounts, type ListedAccount } from '@coopline/contract/accounts/accounts/accounts.contract'
import { type AccountFigures, accountFigures } from '@coopline/contract/paying/payments/payment-request'
import { type CalendarDate, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { yesNo } from '@coopline/rules/kernel/flag'
import { cents } from '@coopline/rules/kernel/money'
import { aMember, ben, MemberBuilder, type MemberFacts } from './member.ts'

/** An account in the columns of the cooperative's copy. */
const ordinaryAccount = {
  account_number: '',
  is_primary: true,
  holder_name: 'Ada Lindqvist',
  account_type: 'Electric',
  account_status: 'Active',
  derived_status: 'Current',
  service_street: '1234 Oak St',
  service_city: 'Eau Claire',
  service_state: 'WI',
  service_zip: '54701',
  location_id: 'L1',
  is_prepaid: false,
  prepaid_label: '',
  billing_type: 'Standard',
  card_eligible: true,
  echeck_eligible: true,
  no_more_checks: false,
}

const nothing = cents(0)
const ordinaryBalance = {
  balance: cents(14_237),
  past_due: nothing,
  due_date: calendarDate('2026-12-04') as CalendarDate | null,
  cutoff_amount: nothing,
  cutoff_date: null as CalendarDate | null,
  reconnect_fee: nothing,
  additional_deposit: nothing,
  disconnect_fee: nothing,
  over_pay_amount: cents(50_000),
  prepaid_minimum: nothing,
  prepaid_reconnect: nothing,
  minimum_payment_due: cents(2_500),
  liability_confirmation_amount: nothing,
  show_liability_confirmation: false,
}

type AccountRow = Readonly<typeof ordinaryAccount>
type BalanceRow = Readonly<typeof ordinaryBalance>

interface CutoffFees {
  readonly reconnect?: number
  readonly deposit?: number
  readonly disconnect?: number
}

interface AccountFacts {
  readonly member: MemberBuilder
  readonly account: AccountRow
  readonly balance: BalanceRow
}

const listedAccount = accounts.list.answer.shape.results.element

/**
 * An account as the cooperative's copy has it, for `seedAccount` and for the answers of the API. Every method returns a new
 * builder. Throws when an answer does not match the contract.
 */
export class AccountBuilder {
  readonly facts: AccountFacts

  constructor(facts: AccountFacts) {
    this.facts = facts
  }

  with(account: Partial<AccountRow>): AccountBuilder {
    return new AccountBuilder({ ...this.facts, account: { ...this.facts.account, ...account } })
  }

  withBalance(balance: Partial<BalanceRow>): AccountBuilder {
    return new AccountBuilder({ ...this.facts, balance: { ...this.facts.balance, ...balance } })
  }

  /** The account is in the name of this member, or of Ada with these facts changed. */
  of(given: MemberBuilder | Partial<MemberFacts>): AccountBuilder {
    const member = given instanceof MemberBuilder ? given : aMember(given)
    return new AccountBuilder({ ...this.facts, member }).with({ holder_name: member.facts.name })
  }

  /** Makes it an account that is not the first in the member's lists. */
  secondary(accountType = 'Electric'): AccountBuilder {
    return this.with({ is_primary: false, account_type: accountType })
  }

  inactive(derivedStatus = 'Inactive'): AccountBuilder {
    return this.with({ account_status: 'Inactive', derived_status: derivedStatus })
  }

  prepaid(label = ''): AccountBuilder {
    return this.with({ is_prepaid: true, prepaid_label: label })
  }

  owing(amount: number): AccountBuilder {
    return this.withBalance({ balance: cents(amount) })
  }

  pastDue(amount: number): AccountBuilder {
    return this.withBalance({ past_due: cents(amount) })
  }

  /** The past due amount that ends a disconnection, with the fees for it. */
  inCutoff(amount = 20_000, { reconnect = 0, deposit = 0, disconnect = 0 }: CutoffFees = {}): AccountBuilder {
    return this.withBalance({
      cutoff_amount: cents(amount),
      reconnect_fee: cents(reconnect),
      additional_deposit: cents(deposit),
      disconnect_fee: cents(disconnect),
    })
  }

  /** An entry of the member's account list. */
  toListed(changes: Partial<ListedAccount> = {}): ListedAccount {
    const { account } = this.facts
    return listedAccount.parse({
      ...this.#shared(),
      accountType: account.account_type,
      accountStatus: account.account_status,
      isPrimaryAccount: account.is_primary,
      ...changes,
    } satisfies ListedAccount)
  }

  /** The figures from which a payment is made. */
  toFigures(changes: Partial<AccountFigures> = {}): AccountFigures {
    const { account, balance } = this.facts
    return accountFigures.parse({
      ...this.#shared(),
      reconnectFee: balance.reconnect_fee,
      additionalDeposit: balance.additional_deposit,
      cutoffAmount: balance.cutoff_amount,
      disconnectFee: balance.disconnect_fee,
      prepaidReconnectAmount: balance.prepaid_reconnect,
      minimumPaymentDue: balance.minimum_payment_due,
      overPayAmount: balance.over_pay_amount,
      liabilityConfirmationAmount: balance.liability_confirmation_amount,
      showLiabilityConfirmation: yesNo(balance.show_liability_confirmation),
      isCcEligible: yesNo(account.card_eligible),
      isEcheckEligible: yesNo(account.echeck_eligible),
      nomoreCheck: yesNo(account.no_more_checks),
      ...changes,
    } satisfies AccountFigures)
  }

  /** The overview of an account without outage, arrangement, AutoPay and linked accounts. */
  toInfo(changes: Partial<AccountInfo> = {}): AccountInfo {
    const { account, balance } = this.facts
    return accountOverview.info.answer.parse({
      ...this.#shared(),
      accountType: account.account_type,
      accountStatus: account.account_status,
      amountForService: balance.past_due > 0 ? balance.past_due : null,
      cutOffDate: balance.cutoff_date,
      cutOffMsg: '',
      billingType: account.billing_type,
      yearToDateBudgetDifference: null,
      netAccountBalance: null,
      autoPayExists: 'N',
      draftDate: null,
      outageStatus: 'N',
      estimatedTimeOfRestoration: null,
      isLinkedAccount: 'N',
      hasArrangement: 'N',
      arrangement: null,
      billMessages: '',
      statementHeadingMessage: '',
      meters: ['M-1'],
      locationId: account.location_id,
      collectMeterReading: 'N',
      viewUsageHistory: 'Y',
      showUsageSuspendedMsg: 'N',
      meterSenseccUrl: '',
      ccPdfLinkText: '',
      viewccPdfUrl: '',
      activeReturnedItems: 0,
      prepaidDisconnectAlert: '',
      capitalCreditRefundMessage: '',
      ...changes,
    } satisfies AccountInfo)
  }

  #shared() {
    const { account, balance } = this.facts
    return {
      accountNumber: account.account_number,
      accountHolderName: account.holder_name,
      serviceAddress: `${account.service_street}, ${account.service_city}, ${account.service_state} ${account.service_zip}`,
      derivedStatus: account.derived_status,
      accountBalance: balance.balance,
      pastDueAmount: balance.past_due,
      dueDate: balance.due_date,
      isPrepaidAccount: yesNo(account.is_prepaid),
      prepaidLabel: account.prepaid_label,
    }
  }
}

/** Ada's electric account, $142.37 owed, in order, unless the test says otherwise. */
export const anAccount = (accountNumber = '100100101'): AccountBuilder =>
  new AccountBuilder({
    member: aMember(),
    account: { ...ordinaryAccount, account_number: accountNumber },
    balance: ordinaryBalance,
  })

/** Ben's account, which no other member may see. */
export const bensAccount = anAccount('100200101').of(ben)

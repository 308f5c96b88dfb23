import type { AccountInfo } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { yesNo } from '@coopline/rules/kernel/flag'
import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import { cutoffMinimum, isInCutoff } from '@coopline/rules/paying/payment-amount/amount-limits'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { documentHandle } from '../../../platform/documents/document-handle.ts'
import { payableOf } from '../accounts/public.ts'
import { findOverview, type Overview } from './overview.store.ts'

/**
 * Loads the overview of an account, with the names of the wire format (DE-06).
 *
 * @throws NotOwned when the account is not the member's.
 */
export async function loadOverview(
  deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'settings'>,
  { caller }: MemberRequest,
  accountNumber: string,
): Promise<AccountInfo> {
  const account = requireOwnAccount(await findOverview(deps.db, caller.memberNumber, accountNumber), accountNumber)
  const settings = deps.settings.current()
  return {
    ...factsOf(account),
    // The address may sign the member in elsewhere, so staff who see the portal as the member do not get it (decision 0219).
    meterSenseccUrl: caller.viewer === undefined ? account.meterSenseUrl : '',
    ...stateOf(account),
    ...noticesOf(account),
    netAccountBalance: settings.LinkedAccountsEnabled ? account.netBalance : null,
    viewccPdfUrl:
      account.capitalCreditDocument === ''
        ? ''
        : documentHandle(deps, { kind: 'capital-credit', memberNumber: account.memberNumber, accountNumber }),
  }
}

/** Formats the service address on one line. */
const addressOf = ({ serviceAddress: { street, city, state, zip } }: Pick<Overview, 'serviceAddress'>): string =>
  `${street}, ${city}, ${state} ${zip}`

const factsOf = (account: Overview) => ({
  accountNumber: account.accountNumber,
  accountHolderName: account.holderName,
  serviceAddress: addressOf(account),
  accountType: account.accountType,
  accountStatus: account.accountStatus,
  derivedStatus: account.derivedStatus,
  isPrepaidAccount: yesNo(account.isPrepaid),
  prepaidLabel: account.prepaidLabel,
  billingType: account.billingType,
  meters: [...account.meters],
  locationId: account.locationId,
  collectMeterReading: yesNo(account.collectsMeterReadings),
  viewUsageHistory: yesNo(account.showsUsageHistory),
  showUsageSuspendedMsg: yesNo(account.isUsageSuspended),
  ccPdfLinkText: account.capitalCreditDocument === '' ? '' : account.capitalCreditTitle,
})

const stateOf = (account: Overview) => ({
  accountBalance: account.balance,
  pastDueAmount: account.pastDue,
  amountForService: amountForService(account),
  dueDate: account.dueDate,
  cutOffDate: account.cutoffDate,
  yearToDateBudgetDifference: account.yearToDateDifference,
  autoPayExists: yesNo(account.hasAutopay),
  draftDate: account.draftDate,
  outageStatus: account.outage === null ? ('' as const) : yesNo(account.outage.isOut),
  estimatedTimeOfRestoration: account.outage?.restoredAt?.toISOString() ?? null,
  isLinkedAccount: yesNo(account.netBalance !== null),
  hasArrangement: yesNo(account.arrangement !== null),
  arrangement:
    account.arrangement === null
      ? null
      : {
          arrangementBalance: account.arrangement.balance,
          nextPaymentAmount: account.arrangement.nextAmount,
          nextPaymentDueDate: account.arrangement.nextDue,
          arrangementNotation: account.arrangement.notation,
        },
})

/** Returns the initial amount of the pay page for the account, in whole cents: the cutoff minimum with its fees, or the past-due amount. */
function amountForService(account: Overview): Cents | null {
  if (account.isPrepaid) return null
  const payable = payableOf(account)
  const amount = isInCutoff(payable) ? cutoffMinimum(payable) : payable.pastDue
  return amount > zeroCents ? amount : null
}

const noticesOf = (account: Overview) => ({
  cutOffMsg: account.cutoffMessage,
  billMessages: account.billMessage,
  statementHeadingMessage: account.statementHeading,
  activeReturnedItems: account.returnedItems,
  prepaidDisconnectAlert: account.prepaidAlert,
  capitalCreditRefundMessage: account.capitalCreditMessage,
})

import type { Calls } from '@coopline/contract/calls'
import type { AccountAmounts } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import type { PaymentSettingsAnswer } from '@coopline/contract/paying/payments/payment-request'
import { readFlags } from '@coopline/rules/kernel/flag'
import { paths } from '@coopline/contract/paths'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { Loaded, Loading } from '../../../portal/call/loaded.tsx'
import { NoAccounts } from '../../../portal/page/no-accounts.tsx'
import { HandOffForm } from '../../../portal/paying/hand-off.form.tsx'
import type { MemberAttempt, MemberChoice } from '../../../portal/paying/stored-member-payment.ts'
import { methodsLine } from '../../../portal/paying/stored-methods.ts'
import { payableFromWire } from '../../../portal/paying/payment-wire.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import type { PayAccount } from './check-pay-accounts.ts'
import { PayAccountsForm } from './pay-accounts.form.tsx'
import { amountsLine, payQuery, settingsLine, taxLine } from './pay-reads.ts'
import { useMemberPayment } from './use-member-payment.ts'
import { choicesToConfirm, WithToConfirm } from './to-confirm.tsx'
import { useSchedule } from './use-schedule.ts'

const readTax = (answer: Calls[typeof taxLine]['answer']) => readFlags(answer, ['taxIncluded'])

interface MemberPayProps {
  readonly memberNumber: string
  /** The account that is listed first and chosen to begin with; the primary one when it is not the member's. */
  readonly first: string | null
  /** Leaves the other accounts out. */
  readonly onlyFirst?: boolean
  /** The number of the payment to begin with, which the bank wants confirmed; `null` for none. */
  readonly confirming?: string | null
  /** Initial values; `null` for the defaults. */
  readonly start?: MemberChoice | null
  readonly onHandOff?: (attempt: MemberAttempt) => void
  readonly onCancel?: () => void
}

/** Chooses accounts and amounts, then hands the member to the provider. */
export function MemberPay({
  memberNumber,
  first,
  onlyFirst = false,
  confirming = null,
  start = null,
  onHandOff,
  onCancel,
}: MemberPayProps) {
  const text = useText('payMultiple')
  const params = { memberNumber }
  const amounts = useMemberRead(amountsLine, { params })
  const settings = useMemberRead(settingsLine, { params, query: payQuery })
  const tax = useMemberRead(taxLine, { params }, { select: readTax })
  const queries = useQueryClient()
  // The fees are settings.
  const reload = useCallback(() => {
    for (const line of [settingsLine, amountsLine]) void queries.invalidateQueries({ queryKey: [line] })
  }, [queries])
  const stored = useMemberRead(methodsLine, { params })
  const navigate = useNavigate()
  const onCharged = (encodedParam: string) => void navigate(paths.paymentSuccess({ encodedParam }))
  const payment = useMemberPayment({ memberNumber, onCharged, onHandOff, onStale: reload })
  const { requisition, isBusy, error, pay } = payment
  const scheduling = useSchedule(memberNumber)

  if (requisition !== null) return <HandOffForm requisition={requisition} onComeBack={payment.comeBack} />
  return (
    <Loaded query={settings} loading={text.loading} height="28rem">
      {(terms) => (
        <Loaded query={amounts} loading={text.loading} height="28rem" fresh>
          {({ results, toConfirm = [] }) =>
            results.length === 0 ? (
              <NoAccounts later={text.later} />
            ) : stored.isPending || tax.isPending || scheduling.options.isLoading ? (
              <Loading loading={text.loading} height="28rem" />
            ) : (
              <PayableAccounts
                results={results}
                settings={terms}
                first={toConfirm.find(({ transNo }) => transNo === confirming)?.accounts[0]?.accountNumber ?? first}
                onlyFirst={onlyFirst}
              >
                {(accounts) => (
                  <WithToConfirm
                    waiting={onlyFirst || start !== null ? [] : choicesToConfirm(toConfirm, accounts)}
                    linked={confirming}
                  >
                    {(confirmed) => (
                      <PayAccountsForm
                        // A payment that is chosen here fills the form in anew.
                        key={confirmed?.transNo}
                        accounts={accounts}
                        settings={terms}
                        // Without them the member pays on the provider's page.
                        stored={stored.data ?? null}
                        isTaxIncluded={tax.data?.taxIncluded ?? false}
                        start={start ?? confirmed?.choice ?? null}
                        busy={isBusy || scheduling.isBusy}
                        error={error ?? scheduling.error}
                        scheduling={scheduling}
                        onPay={(choice) => pay(accounts, choice)}
                        onCancel={onCancel}
                      />
                    )}
                  </WithToConfirm>
                )}
              </PayableAccounts>
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

interface PayableAccountsProps extends Pick<MemberPayProps, 'first' | 'onlyFirst'> {
  readonly results: readonly AccountAmounts[]
  readonly settings: PaymentSettingsAnswer
  readonly children: (accounts: readonly PayAccount[]) => React.ReactNode
}

/** The accounts as the rules see them, the one to begin with first. */
function PayableAccounts({ results, settings, first, onlyFirst, children }: PayableAccountsProps) {
  const accounts = useMemo(() => {
    const ordered = [...results].sort((a, b) => Number(b.accountNumber === first) - Number(a.accountNumber === first))
    return (onlyFirst === true ? ordered.slice(0, 1) : ordered).map((account) => ({
      account,
      payable: payableFromWire(account, settings),
    }))
  }, [results, settings, first, onlyFirst])
  return children(accounts)
}

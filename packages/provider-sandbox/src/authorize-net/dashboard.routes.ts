import { refuseAccess } from '../backoffice-access.ts'
import { type Answer, type Call, readForm, redirect, type Route } from '../http.ts'
import { parseDecimal } from '../money.ts'
import { type AnetAccount, Refusal, type StoredTransaction, transactionOf } from './anet-account.ts'
import { dashboardPage } from './dashboard.page.ts'
import { deleteCustomer } from './profile.requests.ts'
import { chargeBack, endDebit, endReview, heldOf, refund, reverseChargeback, voidTransaction } from './take-back.ts'
import { type Made, settle } from './take-payments.ts'

interface Dashboard {
  readonly account: AnetAccount
  readonly backofficePassword: string
}

const shownRows = 100

function show({ account }: Dashboard, problem: string | null): Answer {
  const all = [...account.transactions.values()]
  const charges = all.filter(({ type }) => type === 'authCaptureTransaction')
  const rows = charges
    .toReversed()
    .slice(0, shownRows)
    .map((charge) => {
      const last = all.findLast((one) => one.refTransId === charge.transId && one.type === 'chargeback')
      return { charge, held: heldOf(account, charge), isChargedBack: last?.status === 'chargeback' }
    })
  return dashboardPage({ rows, customers: [...account.customers.values()].toReversed().slice(0, shownRows), problem })
}

type Action = (account: AnetAccount, charge: StoredTransaction, form: URLSearchParams) => unknown

/** @throws Refusal for what the vendor did not make. */
function made({ responseCode, reasonCode }: Made): void {
  if (responseCode !== '1') throw new Refusal('E00027', `This cannot be done now (${reasonCode}).`)
}

const actions: Readonly<Record<string, Action>> = {
  approve: (account, charge) => endReview(account, charge, true),
  decline: (account, charge) => endReview(account, charge, false),
  void: (account, charge) => made(voidTransaction(account, charge)),
  refund: (account, charge, form) => {
    const amount = parseDecimal(form.get('amount') ?? '')
    if (amount === undefined) throw new Refusal('E00013', 'Enter an amount such as 20.00.')
    made(refund(account, charge, { amount, invoiceNumber: charge.invoiceNumber, description: '' }))
  },
  'charge-back': (account, charge) => chargeBack(account, charge),
  reverse: (account, charge) => reverseChargeback(account, charge),
  'end-debit': (account, charge) => endDebit(account, charge),
}

/** The routes of the vendor's side, with a button for each thing that its staff, a bank or a card company can do. */
export const dashboardRoutes = (dashboard: Dashboard): Route[] => {
  const { account } = dashboard
  const press =
    (act: (id: string, form: URLSearchParams) => unknown) =>
    async (call: Call): Promise<Answer> => {
      const refused = refuseAccess(dashboard, call)
      if (refused !== null) return refused
      try {
        act(call.params['id'] ?? '', await readForm(call))
        return redirect('/dashboard')
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return show(dashboard, error.message)
      }
    }
  return [
    { method: 'GET', path: '/dashboard', handle: (call) => refuseAccess(dashboard, call) ?? show(dashboard, null) },
    { method: 'POST', path: '/dashboard/settle', handle: press(() => settle(account)) },
    { method: 'POST', path: '/dashboard/customers/:id/delete', handle: press((id) => deleteCustomer(account, id)) },
    ...Object.entries(actions).map(
      ([name, act]): Route => ({
        method: 'POST',
        path: `/dashboard/charges/:id/${name}`,
        handle: press((id, form) => act(account, transactionOf(account, id), form)),
      }),
    ),
  ]
}

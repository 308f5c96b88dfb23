import { refuseAccess } from '../backoffice-access.ts'
import { type Answer, type Call, readForm, redirect, type Route } from '../http.ts'
import { dashboardPage } from './dashboard.page.ts'
import { invalid, load, Refusal, type StripeAccount } from './stripe-account.ts'
import { closeDispute, disputeCharge, payOut, refundCharge } from './take-back.ts'
import { endDebit } from './take-payments.ts'
import type { StoredCharge } from './stored-objects.ts'

interface Dashboard {
  readonly account: StripeAccount
  readonly backofficePassword: string
}

const shownCharges = 100

function show({ account }: Dashboard, problem: string | null): Answer {
  const { store } = account
  const rows = store.list('charge', { limit: shownCharges }).map((charge) => ({
    charge,
    dispute: store.list('dispute', { where: { charge: charge.id }, limit: 1 })[0],
  }))
  return dashboardPage({ rows, waiting: store.notices(Number.MAX_SAFE_INTEGER).length, problem })
}

/** Reads an amount such as 20.00, in whole cents. @throws Refusal for anything else. */
function centsOf(text: string | null): number {
  const [, dollars = '', cents = '00'] = /^\$?(\d{1,7})(?:\.(\d{2}))?$/u.exec(text?.trim() ?? '') ?? []
  if (dollars === '') throw invalid('Enter an amount such as 20.00.')
  return Number(dollars) * 100 + Number(cents)
}

type Action = (account: StripeAccount, charge: StoredCharge, form: URLSearchParams) => unknown

function close(account: StripeAccount, charge: StoredCharge, status: 'won' | 'lost'): void {
  const dispute = account.store.list('dispute', { where: { charge: charge.id }, limit: 1 })[0]
  if (dispute === undefined || ['won', 'lost'].includes(dispute.status))
    throw invalid('This charge has no open dispute.')
  closeDispute(account, dispute, status)
}

const actions: Readonly<Record<string, Action>> = {
  refund: (account, charge, form) =>
    refundCharge(account, charge, { amount: form.has('amount') ? centsOf(form.get('amount')) : null }),
  dispute: (account, charge) => {
    if (charge.status !== 'succeeded') throw invalid('Only a paid charge can be disputed.')
    return disputeCharge(account, charge, {})
  },
  win: (account, charge) => close(account, charge, 'won'),
  lose: (account, charge) => close(account, charge, 'lost'),
  'end-debit': (account, charge) => {
    if (charge.status !== 'pending') throw invalid('This debit has ended.')
    endDebit(account, charge)
  },
}

/** Routes of the vendor's side, with a button for each thing that its dashboard or a bank can do. */
export const dashboardRoutes = (dashboard: Dashboard): Route[] => {
  const { account } = dashboard
  const press =
    (act: (call: Call, form: URLSearchParams) => unknown) =>
    async (call: Call): Promise<Answer> => {
      const refused = refuseAccess(dashboard, call)
      if (refused !== null) return refused
      try {
        const form = await readForm(call)
        account.store.transaction(() => act(call, form))
        return redirect('/dashboard')
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return show(dashboard, error.message)
      }
    }
  const action = (name: string, act: Action): Route => ({
    method: 'POST',
    path: `/dashboard/charges/:id/${name}`,
    handle: press((call, form) => act(account, load(account, 'charge', call.params['id'] ?? null), form)),
  })
  return [
    { method: 'GET', path: '/dashboard', handle: (call) => refuseAccess(dashboard, call) ?? show(dashboard, null) },
    { method: 'POST', path: '/dashboard/pay-out', handle: press(() => payOut(account)) },
    ...Object.entries(actions).map(([name, act]) => action(name, act)),
  ]
}

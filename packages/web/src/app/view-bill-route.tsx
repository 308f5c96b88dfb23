import { ViewBillPage } from '../features/accounts/bills/view-bill.page.tsx'
import { BillChangeCard } from '../features/usage/insights/bill-change.card.tsx'

/** The bill page, with the explanation of its change. */
export const ViewBillRoute = () => <ViewBillPage Change={BillChangeCard} />

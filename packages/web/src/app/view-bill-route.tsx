import { ViewBillPage } from '../features/bills/view-bill.page.tsx'
import { BillChangeCard } from '../features/insights/bill-change.card.tsx'

/** The bill page, with the explanation of its change. */
export const ViewBillRoute = () => <ViewBillPage Change={BillChangeCard} />

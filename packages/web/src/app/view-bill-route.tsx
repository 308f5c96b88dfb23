import { ViewBillPage } from '../features/bills/view-bill.page.tsx'
import { BillChangeCard } from '../features/insights/bill-change.card.tsx'

/** A bill as a page, with the reasons why it changed. */
export const ViewBillRoute = () => <ViewBillPage Change={BillChangeCard} />

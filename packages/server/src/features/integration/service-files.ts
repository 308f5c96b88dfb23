import { isoDate, textOf } from './bundle-columns.ts'
import { accountColumn, type BundleFile, column, mayBeAbsent, ofAccount } from './bundle-file.ts'

const serviceOrders: BundleFile = {
  file: 'service-orders.csv',
  table: 'cis.service_order',
  key: ['account_number', 'so_number'],
  parents: [ofAccount],
  columns: [
    accountColumn,
    column('so_number', textOf(40), 'SO-20417', "The order's number in the cooperative's system"),
    column('description', textOf(120), 'Start service', 'What is to be done'),
    column('requested_on', isoDate, '2027-03-01', 'Day on which it was requested'),
    mayBeAbsent(
      column('review_status', textOf(60), 'Completed', 'How far it is, shown to the member as it is; may be empty'),
      '',
    ),
    mayBeAbsent(
      column(
        'portal_number',
        textOf(40),
        'P-12',
        'The `requestNumber` of the event `service-order.requested`, whose request this row replaces; empty: not made in the portal',
      ),
      '',
    ),
  ],
}

/** Applications have no account yet. */
const serviceApplications: BundleFile = {
  file: 'service-applications.csv',
  table: 'cis.service_application',
  key: ['reference_number'],
  parents: [],
  columns: [
    column(
      'reference_number',
      textOf(20),
      'A-7KMX-W2QD',
      'The `referenceNumber` of the event `service-application.submitted`',
    ),
    column('status', textOf(60), 'Deposit due', 'How far it is, shown to the applicant as it is'),
  ],
}

/** Files with service orders and applications for service. */
export const serviceFiles: readonly BundleFile[] = [serviceOrders, serviceApplications]

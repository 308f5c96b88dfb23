import { isoDate, textOf } from './bundle-columns.ts'
import { accountColumn, type BundleFile, column, mayBeAbsent, ofAccount, ownerColumn } from './bundle-file.ts'

const serviceOrders: BundleFile = {
  file: 'service-orders.csv',
  table: 'cis.service_order',
  key: ['account_number', 'so_number'],
  gone: 'removed',
  parents: [ofAccount],
  columns: [
    accountColumn,
    column('so_number', textOf(40), 'SO-20417', "The order's number in the cooperative's system"),
    column('description', textOf(120), 'Start service', 'Description of the work'),
    column('requested_on', isoDate, '2027-03-01', 'Date of the request'),
    mayBeAbsent(
      column('review_status', textOf(60), 'Completed', 'Status, shown to the member unchanged; may be empty'),
      '',
    ),
    mayBeAbsent(
      column(
        'portal_number',
        textOf(40),
        'P-12',
        '`requestNumber` of the event `service-order.requested` that this row replaces; empty means not requested in the portal',
      ),
      '',
    ),
    ownerColumn,
  ],
}

/** Applications have no account yet. */
const serviceApplications: BundleFile = {
  file: 'service-applications.csv',
  table: 'cis.service_application',
  key: ['reference_number'],
  gone: 'removed',
  parents: [],
  columns: [
    column(
      'reference_number',
      textOf(20),
      'A-7KMX-W2QD',
      'The `referenceNumber` of the event `service-application.submitted`',
    ),
    column('status', textOf(60), 'Deposit due', 'Status, shown to the applicant unchanged'),
  ],
}

/** Files with service orders and applications for service. */
export const serviceFiles: readonly BundleFile[] = [serviceOrders, serviceApplications]

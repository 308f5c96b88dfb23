import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { BundleFile } from './bundle-file.ts'
import { bundleFiles } from './bundle-files.ts'
import { eachOf, given, type StoreCalls } from '../../../testing/store-calls.ts'

const allOnes = (file: BundleFile) => file.key.map(() => '1')
const namedBy = (file: BundleFile) =>
  bundleFiles.filter(({ parents }) => parents.some(({ table }) => table === file.table))
const endable = bundleFiles.filter(({ gone }) => gone !== undefined)

const acknowledged = [[{ subject: given.account, throughEvent: '1' }], given.now] as const

export const storeCalls: StoreCalls = {
  'bill-totals': { listUnequalBills: [[[given.account, '2026-11-13']]] },
  'zero-differences': {
    listZeroDifferences: eachOf(
      bundleFiles
        .filter(({ table }) => table === 'cis.member' || table === 'cis.account')
        .map((file) => [file, [given.account], 20]),
    ),
  },
  events: {
    listEvents: eachOf([
      [{ after: 0, limit: 10, isWaiting: true }],
      [{ after: 0, limit: 10, isWaiting: false }],
      [{ after: 0, limit: 10, isWaiting: true, accountNumber: given.account }],
      [{ after: 0, limit: 10, isWaiting: false, accountNumber: given.account }],
    ]),
    listEventsByNumber: [[1]],
    acknowledgeEvents: [[1], given.now],
    selectUnknownEvents: [[1]],
  },
  'gone-rows': {
    listKeys: eachOf(endable.flatMap((file) => [undefined, allOnes(file)].map((after) => [file, after, 10]))),
    endRows: eachOf(endable.map((file) => [file, [allOnes(file)], namedBy(file)])),
  },
  integration: {
    findLastEventId: [],
    findPaymentsThrough: [[given.account]],
    acknowledgePayments: acknowledged,
    acknowledgeProfileChanges: acknowledged,
    acknowledgeMemberChoices: acknowledged,
    acknowledgeAccountChoices: acknowledged,
    acknowledgeBillingChoices: acknowledged,
    acknowledgeDrafts: acknowledged,
    acknowledgeArrangements: acknowledged,
    upsertRows: eachOf(
      bundleFiles.map((file) => [
        file,
        [file.columns.map(() => '1')],
        { today: calendarDate('2026-11-20'), takesOlder: false },
      ]),
    ),
    listUnknownParents: eachOf(
      bundleFiles.flatMap(({ columns, parents }) =>
        parents.map((parent) => [
          parent,
          parent.columns.map((name) => columns.find((column) => column.name === name)?.kind.type),
          [parent.columns.map(() => '1')],
        ]),
      ),
    ),
    takeImportLock: [],
    setSavepoint: [],
    rollBackToSavepoint: [],
    releaseSavepoint: [],
  },
}

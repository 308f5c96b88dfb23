import { admitsDraftDay } from '@coopline/rules/paying/drafts/check-draft'
import { draftTypes, needsDraftDay } from '@coopline/rules/paying/drafts/draft-types'
import { count, dayOfMonth, isoDate, lastDigits, oneOf, textOf } from './bundle-columns.ts'
import { accountColumn, type BundleFile, column, mayBeAbsent, ofAccount, throughEvent } from './bundle-file.ts'

/** Drafts as the cooperative's system has them, and when a member may set up one. */
export const drafts: BundleFile = {
  file: 'drafts.csv',
  table: 'cis.draft',
  key: ['account_number'],
  parents: [ofAccount],
  columns: [
    accountColumn,
    mayBeAbsent(
      column('draft_type', oneOf(...draftTypes), 'DAY_OF_MONTH', 'When the draft is taken; empty: no draft is set up'),
      '',
    ),
    mayBeAbsent(
      column('draft_day', count, '15', 'Day of the month, or number of days after billing; empty for other types'),
      null,
    ),
    mayBeAbsent(
      column('account_kind', oneOf('Checking', 'Savings', 'Card'), 'Checking', 'What is charged; empty: unknown'),
      '',
    ),
    mayBeAbsent(
      column('account_ending', lastDigits, '0552', 'Last digits of the bank account or card, never the whole number'),
      '',
    ),
    mayBeAbsent(column('institution', textOf(256), 'Cedar Valley Bank', 'Name of the bank; may be empty'), ''),
    mayBeAbsent(
      column('eligible_draft_date', isoDate, '2027-03-01', 'First day on which a new draft may start; empty: any'),
      null,
    ),
    mayBeAbsent(
      column('allow_after_billed_day', dayOfMonth, '5', 'A draft’s day of the month must be after it; empty: any'),
      null,
    ),
    mayBeAbsent(
      column(
        'allow_before_billed_day',
        dayOfMonth,
        '20',
        'A draft’s day of the month must be before it; empty: any. The two must admit a day from 1 to 28',
      ),
      null,
    ),
    throughEvent,
  ],
  contradiction: (valueOf) => {
    if (needsDraftDay(valueOf('draft_type') ?? '') && valueOf('draft_day') === null)
      return { column: 'draft_day', reason: 'is needed for that draft_type' }
    const [after, before] = [valueOf('allow_after_billed_day'), valueOf('allow_before_billed_day')]
    if (after === null || before === null || admitsDraftDay(Number(after), Number(before))) return undefined
    return {
      column: 'allow_before_billed_day',
      reason: `leaves no day from 1 to 28 after day ${Number(after)} and before day ${Number(before)}; leave both empty for any day`,
    }
  },
}

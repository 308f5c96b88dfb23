import { byteOrderMark } from '@coopline/rules/site/csv-text/csv-text'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Icon } from '@coopline/ui/icon'
import { Pager } from '@coopline/ui/pager'
import { Stack } from '@coopline/ui/stack'
import type { UseQueryResult } from '@tanstack/react-query'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { saveFile } from '../../../portal/form/save-file.ts'
import { useTableWords } from '../../../portal/text/table-words.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useTask } from '../../../portal/call/use-task.ts'
import { allDays, type Days, historySizes, type HistoryState } from './use-history.ts'
import { DateField } from '@coopline/ui/date-field'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './bill-history.module.css'

interface HistoryFilterProps {
  readonly days: Days
  readonly onDays: (days: Days) => void
}

const check = ({ from, to }: Days) => (from !== '' && to !== '' && to < from ? [{ field: 'to' }] : [])

/** The days of which a history is shown. */
function HistoryFilter({ days, onDays }: HistoryFilterProps) {
  const { filter: text } = useText('billHistory')
  const form = useRuleForm(check, () => text.backwards, { start: days, onSubmit: onDays, firstCheck: 'submit' })
  const { attach, onSubmit } = form
  const clear = () => {
    form.reset(allDays)
    onDays(allDays)
  }
  return (
    <form className={styles.filter} ref={attach} onSubmit={onSubmit} noValidate data-print="no">
      <DateField {...form.text('from')} label={text.from} />
      <DateField {...form.text('to')} label={text.to} />
      <div className={styles.filterButtons}>
        <Button type="submit" variant="secondary">
          {text.show}
        </Button>
        {days !== allDays && (
          <Button variant="quiet" onClick={clear}>
            {text.all}
          </Button>
        )}
      </div>
    </form>
  )
}

interface HistoryTableProps<Row> {
  readonly caption: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rowKey: (row: Row) => string
  readonly query: UseQueryResult<{ readonly results: readonly Row[]; readonly totalRecords: number }>
  readonly history: HistoryState
  /** The text in place of a table without rows. */
  readonly empty: string
  /** The file with all rows of the days that are shown. */
  readonly makeFile: () => Promise<{ readonly fileName: string; readonly text: string }>
}

/** A history of some days, page by page, and as a file. */
export function HistoryTable<Row>(props: HistoryTableProps<Row>) {
  const { caption, columns, rowKey, query, history, empty, makeFile } = props
  const text = useText('billHistory')
  const { pager } = useTableWords()
  return (
    <Stack>
      <HistoryFilter days={history.days} onDays={history.setDays} />
      <Loaded query={query} loading={text.loading} height="24rem">
        {({ results, totalRecords }) => (
          <Stack>
            <Card>
              <Stack>
                <DataTable
                  caption={caption}
                  captionHidden
                  columns={columns}
                  rows={results}
                  rowKey={rowKey}
                  busy={query.isPlaceholderData}
                  empty={history.days === allDays ? empty : text.filter.nothing}
                />
                <Pager
                  page={history.page}
                  pageSize={history.pageSize}
                  total={totalRecords}
                  sizes={historySizes}
                  onPage={history.setPage}
                  onSize={history.setPageSize}
                  words={pager}
                />
              </Stack>
            </Card>
            {totalRecords > 0 && <FileButton makeFile={makeFile} />}
          </Stack>
        )}
      </Loaded>
    </Stack>
  )
}

function FileButton({ makeFile }: Pick<HistoryTableProps<never>, 'makeFile'>) {
  const text = useText('billHistory')
  const save = useTask(async () => {
    const { fileName, text: content } = await makeFile()
    saveFile(fileName, new Blob([byteOrderMark, content], { type: 'text/csv;charset=utf-8' }))
  })
  return (
    <Stack gap="small">
      <div>
        <Button
          variant="quiet"
          busy={save.isPending}
          busyLabel={text.file.making}
          onClick={() => save.mutate(undefined)}
        >
          <Icon name="download" />
          {text.file.save}
        </Button>
      </div>
      <FailureAlert error={save.error} />
    </Stack>
  )
}

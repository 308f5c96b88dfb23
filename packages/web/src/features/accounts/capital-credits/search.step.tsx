import type {
  capitalCredits,
  UnclaimedCredit,
} from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { noCreditsMessage } from '@coopline/rules/accounts/capital-credits/capital-credits.messages'
import {
  canSearchCredits,
  maxSearchLength,
  readCreditSearch,
} from '@coopline/rules/accounts/capital-credits/credit-search'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { IconButton } from '@coopline/ui/icon-button'
import { Pager } from '@coopline/ui/pager'
import type { TableSort } from '@coopline/ui/sort-button'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useState } from 'react'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { useTableWords } from '../../../portal/text/table-words.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useSend } from '../../../portal/call/use-send.ts'
import { useTablePage } from '../../../portal/page/use-table-page.ts'
import styles from './capital-credits.module.css'

const searchLine = 'POST /v3/unclaimed-capital-credits/search' satisfies (typeof capitalCredits)['search']['call']

const names = ['firstName', 'lastName', 'companyName'] as const
const nothingTyped = { firstName: '', lastName: '', companyName: '' }

/** Maximum results of a search; at this count there may be more. */
const mostResults = 100

/** Search state that survives a canceled claim (REQ-D-256). */
export function useCreditSearch() {
  const [typed, setTyped] = useState(nothingTyped)
  const send = useSend(searchLine)
  const wanted = readCreditSearch(typed)
  return {
    typed,
    change: (name: keyof typeof nothingTyped, value: string) => setTyped({ ...typed, [name]: value }),
    canFind: canSearchCredits(wanted),
    find: () => {
      if (canSearchCredits(wanted)) send.mutate({ body: wanted })
    },
    isBusy: send.isPending,
    error: send.error,
    /** The last search and its results; `undefined` after a failure (UC-21). */
    searched: send.variables?.body ?? null,
    results: send.data?.results,
  }
}

interface SearchStepProps {
  readonly search: ReturnType<typeof useCreditSearch>
  readonly onClaim: (credit: UnclaimedCredit) => void
}

export function SearchStep({ search, onClaim }: SearchStepProps) {
  const { unclaimed: text } = useText('capitalCredits')
  const { language } = useLanguage()
  const { searched, results, error, canFind } = search
  return (
    <>
      <Card>
        <form
          noValidate
          method="dialog"
          onSubmit={(event) => {
            event.preventDefault()
            search.find()
          }}
        >
          <Stack>
            {names.map((name) => (
              <div key={name} className={styles.searchField}>
                <TextField
                  name={name}
                  label={text[name]}
                  maxLength={maxSearchLength}
                  autoComplete="off"
                  value={search.typed[name]}
                  onChange={({ target: { value } }) => search.change(name, value)}
                />
                <IconButton
                  icon="close"
                  label={text.clear(text[name])}
                  idle={search.typed[name] === ''}
                  onClick={() => search.change(name, '')}
                />
              </div>
            ))}
            <div>
              <Button
                type="submit"
                busy={search.isBusy}
                busyLabel={text.finding}
                disabledReason={canFind ? undefined : text.enterName}
              >
                {text.find}
              </Button>
            </div>
          </Stack>
        </form>
      </Card>
      <FailureAlert error={error} focusOnMount />
      {searched !== null && results?.length === 0 && (
        <Alert tone="info" title={noCreditsMessage(searched, language)} focusOnMount />
      )}
      {results !== undefined && results.length > 0 && <Results rows={results} onClaim={onClaim} />}
    </>
  )
}

const cityState = ({ city, state }: UnclaimedCredit): string => [city, state].filter((part) => part !== '').join(', ')

const valueOf = (row: UnclaimedCredit, key: string): string => {
  if (key === 'address') return row.address
  if (key === 'cityState') return cityState(row)
  return key === 'zip' ? row.zip : row.name
}

function Results({ rows, onClaim }: { readonly rows: readonly UnclaimedCredit[] } & Pick<SearchStepProps, 'onClaim'>) {
  const { unclaimed: text } = useText('capitalCredits')
  const { language } = useLanguage()
  const { pager, sortBy } = useTableWords()
  const [sort, setSort] = useState<TableSort>({ key: 'name', descending: false })
  const sorted = [...rows].sort((a, b) => {
    const order = valueOf(a, sort.key).localeCompare(valueOf(b, sort.key), language)
    return sort.descending ? -order : order
  })
  const page = useTablePage(sorted, `${sort.key} ${sort.descending}`)
  const { columns: titles } = text
  const claimButton = (row: UnclaimedCredit) => (
    <Button variant="secondary" onClick={() => onClaim(row)}>
      {text.claim}
      <VisuallyHidden>{text.claimOf(row.name)}</VisuallyHidden>
    </Button>
  )
  const columns: readonly TableColumn<UnclaimedCredit>[] = [
    { key: 'name', header: titles.name, rowHeader: true, sortable: true, cell: ({ name }) => name },
    { key: 'address', header: titles.address, sortable: true, cell: ({ address }) => address },
    { key: 'cityState', header: titles.cityState, sortable: true, cell: cityState },
    { key: 'zip', header: titles.zip, sortable: true, cell: ({ zip }) => zip },
    {
      key: 'claim',
      header: titles.claim,
      cell: claimButton,
    },
  ]
  return (
    <Card>
      <Stack>
        {rows.length >= mostResults && <p>{text.most}</p>}
        <DataTable
          caption={text.results}
          captionHidden
          columns={columns}
          rows={page.rows}
          rowKey={({ rowKey }) => rowKey}
          sorting={{ sort, onSort: setSort, label: sortBy }}
          empty=""
        />
        <Pager {...page.pager} words={pager} />
      </Stack>
    </Card>
  )
}

import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { useTableWords } from '../text/table-words.ts'

interface PageStepsProps<Position> {
  /** The name of the listed things. */
  readonly of: string
  readonly isFirst: boolean
  /** The position after which the next page begins; `null` on the last page. */
  readonly next: Position | null
  readonly onNext: (position: Position) => void
  readonly onBack: () => void
}

/** The way to the page before and to the one after. Nothing where all rows fit on one. */
export function PageSteps<Position>({ of, isFirst, next, onNext, onBack }: PageStepsProps<Position>) {
  const { pager: words } = useTableWords()
  if (isFirst && next === null) return null
  return (
    <nav aria-label={`${words.label}: ${of}`}>
      <Stack row>
        {!isFirst && (
          <Button variant="secondary" onClick={onBack}>
            {words.previous}
          </Button>
        )}
        {next !== null && (
          <Button variant="secondary" onClick={() => onNext(next)}>
            {words.next}
          </Button>
        )}
      </Stack>
    </nav>
  )
}

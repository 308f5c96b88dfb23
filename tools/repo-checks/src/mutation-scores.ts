import { tableOf, withTable } from './generated-table.ts'

export const mutationFile = 'CONTRIBUTING.md'

/** The stored result of `npm run mutate -- --write` for a slice. */
export interface MutationScore {
  readonly slice: string
  readonly mutants: number
  readonly killed: number
  /** The day of the run, `yyyy-MM-dd`. */
  readonly measured: string
}

const head = ['| slice | mutants | killed | share | measured |', '|---|--:|--:|--:|---|']

const rowOf = ({ slice, mutants, killed, measured }: MutationScore): string =>
  `| ${slice} | ${mutants} | ${killed} | ${((100 * killed) / mutants).toFixed(1)} % | ${measured} |`

/** The scores that a document keeps, by slice. */
export const scoresIn = (document: string): readonly MutationScore[] =>
  [
    ...tableOf(document, 'npm run mutate').matchAll(/^\| ([\w-]+) \| (\d+) \| (\d+) \| .+ \| (\d{4}-\d\d-\d\d) \|$/gmu),
  ].map(([, slice = '', mutants, killed, measured = '']) => ({
    slice,
    mutants: Number(mutants),
    killed: Number(killed),
    measured,
  }))

/** A document that keeps `score` in place of an earlier one of the same slice. */
export function withScore(document: string, score: MutationScore): string {
  const scores = [...scoresIn(document).filter(({ slice }) => slice !== score.slice), score]
  const rows = scores.toSorted((a, b) => (a.slice < b.slice ? -1 : 1)).map(rowOf)
  return withTable(document, [...head, ...rows].join('\n'), 'npm run mutate')
}

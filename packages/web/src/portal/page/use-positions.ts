import { useState } from 'react'

/**
 * Pages through a list that the server cuts: each page begins after the position at which the one before it ended.
 *
 * @param filter changing it returns to the first page.
 */
export function usePositions<Position>(filter = '') {
  const start: { readonly filter: string; readonly passed: readonly Position[] } = { filter, passed: [] }
  const [at, setAt] = useState(start)
  const { passed } = at.filter === filter ? at : start
  return {
    after: passed.at(-1) ?? null,
    isFirst: passed.length === 0,
    onNext: (position: Position) => setAt({ filter, passed: [...passed, position] }),
    onBack: () => setAt({ filter, passed: passed.slice(0, -1) }),
  }
}

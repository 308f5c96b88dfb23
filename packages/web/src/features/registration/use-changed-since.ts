import { useState } from 'react'
import type { Trouble } from './trouble.ts'

interface ChangedSince {
  /** The same form would fail the same way: the button waits for a change (RG-10, RG-11). */
  readonly mustChange: boolean
  /** To be called with every change of the form. */
  readonly noteChange: () => void
}

/** Whether a form was changed since it was refused. One that had no answer may be sent again as it is. */
export function useChangedSince(trouble: Trouble | null): ChangedSince {
  const [changedAfter, setChangedAfter] = useState<Trouble | null>(null)
  return {
    mustChange: trouble !== null && trouble.kind === 'refused' && changedAfter !== trouble,
    noteChange: () => setChangedAfter(trouble),
  }
}

/** A fault that a call of the API meets. */
export type ApiFault =
  /** The work is done and its answer is lost. */
  | { readonly kind: 'lost-answer' }
  /** The call is refused before any work. */
  | { readonly kind: 'status'; readonly status: 429 | 500 | 503 }
  /** Nothing is done and no answer comes. */
  | { readonly kind: 'time-out' }
  /** A page of a proxy comes in place of an answer. */
  | { readonly kind: 'nonsense' }
  /** A list lacks its first entry, and its total stays. Of Authorize.net only. */
  | { readonly kind: 'short-list' }

export interface ApiFaults {
  /**
   * Makes the next calls fail.
   *
   * @param at beginning of the paths that it concerns; all unless given.
   * @param times the number of calls; 1 unless given.
   */
  readonly set: (fault: ApiFault, options?: { readonly at?: string; readonly times?: number }) => void
  readonly clear: () => void
  readonly take: (path: string) => ApiFault | null
}

/** Keeps the faults that are to come, in the order in which they were set. */
export function createFaults(): ApiFaults {
  const coming: { readonly fault: ApiFault; readonly at: string; times: number }[] = []
  return {
    set: (fault, { at = '', times = 1 } = {}) => {
      coming.push({ fault, at, times })
    },
    clear: () => {
      coming.length = 0
    },
    take: (path) => {
      const next = coming.find(({ at, times }) => times > 0 && path.startsWith(at))
      if (next === undefined) return null
      next.times -= 1
      return next.fault
    },
  }
}

/** Lets one action run at a time. */
export interface SingleFlight {
  /** Begins the action. @returns false while it is under way: a second press sends nothing. */
  readonly begin: () => boolean
  readonly end: () => void
  readonly isUnderWay: () => boolean
}

/** Knows at once that an action is under way, unlike `isPending`, which is that of the last render and may be older than a second press. */
export function singleFlight(): SingleFlight {
  let isUnderWay = false
  return {
    begin: () => {
      if (isUnderWay) return false
      isUnderWay = true
      return true
    },
    end: () => {
      isUnderWay = false
    },
    isUnderWay: () => isUnderWay,
  }
}

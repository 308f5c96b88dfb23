import { paths } from '@coopline/contract/paths'

/** No pages of the portal, pages of staff, or pages that lead elsewhere at once. */
const without = /^(?:calendarFeed|memberInfoDoc|staff\w*|aclaraJump|accountList|meterSense|maintenance)$/u

/** The address of every page that a member may open, without a query. */
export const memberPages: readonly string[] = Object.entries(paths)
  .filter(([name]) => !without.test(name))
  .map(([, path]) => (path as () => string)())

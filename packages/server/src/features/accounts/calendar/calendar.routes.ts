import { calendar } from '@coopline/contract/accounts/calendar/calendar.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { findAddress } from './calendar.store.ts'
import { mountFeed } from './mount-feed.ts'
import { turnOff } from './turn-off.ts'
import { turnOn } from './turn-on.ts'

/** A member's due dates in their own calendar program, by a private address. */
export const calendarFeature: Feature = {
  routes: (routes) => {
    routes.on(calendar.status, async ({ deps, caller }) => {
      const since = await findAddress(deps.db, caller.memberNumber)
      return { since: since?.toISOString() ?? null }
    })
    routes.on(calendar.turnOn, async ({ deps, request, caller }) => turnOn(deps, request, caller))
    routes.on(calendar.turnOff, async ({ deps, request, caller }) => turnOff(deps, request, caller))
  },
  pages: mountFeed,
}

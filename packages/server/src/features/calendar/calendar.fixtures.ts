import { calendar } from '@coopline/contract/calendar/calendar.contract'
import type { SliceFixtures } from '../../testing/endpoint-fixture.ts'

export const fixtures: SliceFixtures = async ({ own }) => [
  [calendar.status, own],
  [calendar.turnOn, async () => ({ ...(await own()), body: {} })],
  [calendar.turnOff, own],
]

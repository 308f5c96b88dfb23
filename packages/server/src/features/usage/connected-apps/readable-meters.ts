import type { ConnectedMeter } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import type { Deps } from '../../../platform/deps.ts'
import { withVisibleUsage } from '../usage/public.ts'
import { type ChosenMeter, listChosenMeters, listOwnMeters } from './connections.store.ts'

type MeterDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/** The meters that a member can choose: those whose usage the portal shows too. */
export const listOfferedMeters = async (
  deps: MeterDeps,
  memberNumber: string,
): Promise<readonly (ConnectedMeter & { readonly street: string })[]> =>
  withVisibleUsage(deps, memberNumber, await listOwnMeters(deps.db, memberNumber))

/** The chosen meters that a connection may read now: none whose usage has been suspended or hidden since. */
export const listReadableMeters = async (
  deps: MeterDeps,
  connection: { readonly grantId: string; readonly memberNumber: string },
): Promise<readonly ChosenMeter[]> =>
  withVisibleUsage(deps, connection.memberNumber, await listChosenMeters(deps.db, connection))

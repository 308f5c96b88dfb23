import { deposits } from '@coopline/contract/accounts/deposits/deposits.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'

export const fixtures: SliceFixtures = async ({ ofAccount }) => [[deposits.list, ofAccount]]

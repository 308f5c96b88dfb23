import { aclaraJump } from '@coopline/contract/usage/aclara-jump/aclara-jump.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'

/** Turns the Aclara portal on. */
export const fixtures: SliceFixtures = async ({ portal, own }) => {
  portal.set({ AclaraAce: true, aclaraUrl: 'https://aclara.example.org/portal', aclaraClientId: 'PRAIRIE' })
  return [[aclaraJump.settings, own]]
}

import { aclaraJump } from '@coopline/contract/usage/aclara-jump/aclara-jump.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { loadAclaraSettings } from './load-aclara-settings.ts'

/** The redirect to the Aclara meter-data portal. */
export const aclaraJumpFeature: Feature = {
  routes: (routes) => {
    routes.on(aclaraJump.settings, async (call) => loadAclaraSettings(call.deps, call), {
      isOffered: ({ AclaraAce }) => AclaraAce,
    })
  },
}

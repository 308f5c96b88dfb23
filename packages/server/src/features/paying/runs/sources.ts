import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { allowedDraftOptions } from '@coopline/rules/paying/drafts/draft-types'
import { autoPaySource } from '../auto-pay/public.ts'
import { scheduledSource } from '../scheduled-payments/public.ts'
import { retrySource } from './retry-source.ts'
import { draftSource } from './draft-source.ts'
import { postponed } from './postponed-source.ts'
import { methodDraftSource } from './method-draft-source.ts'
import type { RunSource } from '../../../platform/runs/run-source.ts'

/** Sources in run order: fixed or announced amounts first, then drafts, which take the remaining balance. */
export const sources: readonly RunSource[] = [
  scheduledSource,
  autoPaySource,
  ...[
    ...[
      postponed(retrySource, 'postponed-retry'),
      retrySource,
      postponed(draftSource, 'postponed-draft'),
      draftSource,
    ].map((source) => listingWhile(source, ({ portalRunsDrafts }) => portalRunsDrafts)),
    postponed(methodDraftSource, 'postponed-method-draft'),
    methodDraftSource,
    // While neither kind of draft is offered, members could not remove theirs (REQ-D-381).
  ].map((source) => listingWhile(source, (settings) => allowedDraftOptions(settings).length > 0)),
]

/** Lists nothing while the settings do not allow it. */
function listingWhile(source: RunSource, isAllowed: (settings: Settings) => boolean): RunSource {
  return {
    ...source,
    listDue: async (deps, run, page) =>
      isAllowed(deps.settings.current()) ? source.listDue(deps, run, page) : { due: [], next: undefined },
  }
}

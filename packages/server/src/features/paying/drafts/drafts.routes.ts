import { drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { draftTypeName } from '@coopline/rules/paying/drafts/drafts.messages'
import { allowedDraftOptions, offeredDraftTypes } from '@coopline/rules/paying/drafts/draft-types'
import type { Feature, RouteOptions } from '../../../platform/http/call.ts'
import { findBank } from './find-bank.ts'
import { finishDraft } from './finish-draft-request.ts'
import { finishDraftsJob } from './finish-drafts.job.ts'
import { initiateDraft } from './initiate-draft.ts'
import { listDrafts } from './list-drafts.ts'
import { loadDraftSettings } from './load-draft-settings.ts'
import { updateDrafts } from './update-drafts.ts'

const options: RouteOptions = { isOffered: (settings) => allowedDraftOptions(settings).length > 0 }

/** Drafts: automatic payments from a bank account or a card. */
export const draftsFeature: Feature = {
  routes: (routes) => {
    routes.on(drafts.list, async (call) => listDrafts(call.deps, call), options)
    routes.on(
      drafts.options,
      async ({ request }) => ({
        results: offeredDraftTypes.map((draftType, index) => ({
          draftType,
          display: draftTypeName(draftType, request.language),
          isDefault: index === 0,
        })),
      }),
      options,
    )
    routes.on(drafts.settings, async ({ deps }) => loadDraftSettings(deps), options)
    routes.on(
      drafts.institutions,
      async ({ deps, query: { routingNumber } }) => {
        const name = await findBank(deps.db, routingNumber)
        return { results: name === '' ? [] : [{ routingNumber, name }] }
      },
      options,
    )
    routes.on(
      drafts.initiate,
      async (call) => initiateDraft(call.deps, call, call.params.accountNumber, call.body),
      options,
    )
    routes.on(drafts.finish, async (call) => finishDraft(call.deps, call, call.body.encodedParam), options)
    routes.on(drafts.update, async (call) => updateDrafts(call.deps, call, call.body), options)
  },
  jobs: [finishDraftsJob],
}

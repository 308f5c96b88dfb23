import { staffSettings } from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { applyPlannedChangesJob } from './apply-planned-changes.job.ts'
import { cancelPlanned, changeSettings, previewChange } from './change-settings.ts'
import { isForRole, requireKeys, showSettingDetails, showSettings } from './show-settings.ts'

/** Settings and texts of the cooperative in the staff console. */
export const staffSettingsFeature: Feature = {
  jobs: [applyPlannedChangesJob],
  routes: (routes) => {
    routes.on(staffSettings.list, async ({ deps, caller, request }) =>
      showSettings(deps.db, caller.role, request.language),
    )
    routes.on(staffSettings.view, async ({ deps, caller, query, request }) => {
      const keys = [...new Set(query.keys.split(','))]
      requireKeys(caller.role, keys)
      return showSettingDetails(deps.db, caller.role, keys, request.language)
    })
    routes.on(staffSettings.preview, async ({ deps, caller, body }) => {
      requireKeys(
        caller.role,
        body.changes.map(({ name }) => name),
      )
      return { changes: [...(await previewChange(deps, body.changes))] }
    })
    routes.on(staffSettings.change, async ({ deps, caller, body }) => {
      requireKeys(
        caller.role,
        body.changes.map(({ name }) => name),
      )
      const changed = await changeSettings(deps, { by: caller.username }, body)
      return { changed: [...changed] }
    })
    routes.on(staffSettings.cancel, async ({ deps, caller, params }) => {
      await cancelPlanned(deps, caller.username, Number(params.id), (planned) => isForRole(caller.role, planned))
      return {}
    })
  },
}

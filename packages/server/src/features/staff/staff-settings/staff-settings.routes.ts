import { staffSettings } from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import type { StaffRole } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { applyPlannedChanges, applyPlannedChangesJob } from './apply-planned-changes.job.ts'
import { cancelPlanned, changeSettings, previewChange } from './change-settings.ts'
import { isForRole, requireKeys, showSettingDetails, showSettings } from './show-settings.ts'

/** Administrators change every setting, content staff what members read. */
const roles: readonly StaffRole[] = ['content', 'admin']

/** Settings and texts of the cooperative in the staff console. */
export const staffSettingsFeature: Feature = {
  jobs: (deps) => {
    deps.jobs.handle(applyPlannedChangesJob, () => applyPlannedChanges(deps))
    deps.jobs.every('* * * * *', applyPlannedChangesJob)
  },
  routes: (routes) => {
    routes.onStaff(staffSettings.list, { roles }, async ({ deps, caller, request }) =>
      showSettings(deps.db, caller.role, request.language),
    )
    routes.onStaff(staffSettings.view, { roles }, async ({ deps, caller, query, request }) => {
      const keys = [...new Set(query.keys.split(','))]
      requireKeys(caller.role, keys)
      return showSettingDetails(deps.db, caller.role, keys, request.language)
    })
    routes.onStaff(staffSettings.preview, { roles }, async ({ deps, caller, body }) => {
      requireKeys(
        caller.role,
        body.changes.map(({ name }) => name),
      )
      return { changes: [...(await previewChange(deps, body.changes))] }
    })
    routes.onStaff(staffSettings.change, { roles }, async ({ deps, caller, body }) => {
      requireKeys(
        caller.role,
        body.changes.map(({ name }) => name),
      )
      const changed = await changeSettings(deps, { by: caller.username }, body)
      return { changed: [...changed] }
    })
    routes.onStaff(staffSettings.cancel, { roles }, async ({ deps, caller, params }) => {
      await cancelPlanned(deps, caller.username, Number(params.id), (planned) => isForRole(caller.role, planned))
      return {}
    })
  },
}

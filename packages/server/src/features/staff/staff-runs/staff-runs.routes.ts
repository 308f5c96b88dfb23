import {
  staffRuns,
  type StaffListedImport,
  type StaffListedRun,
} from '@coopline/contract/staff/staff-runs/staff-runs.contract'
import { NotFound } from '../../../platform/errors.ts'
import type { Feature } from '../../../platform/http/call.ts'
import { pageOf } from '../../../platform/http/page-of.ts'
import { findImport, listImports, type RecordedImport } from '../../../platform/imports/recorded-imports.store.ts'
import { countItems } from '../../paying/runs/public.ts'
import { findRun, type ListedRun, listRunsOfAll } from './staff-runs.store.ts'

const pageSize = 25

const showImport = ({
  id,
  kind,
  name,
  files,
  startedAt,
  endedAt,
  outcome,
  rows,
  errors,
  notices,
}: RecordedImport): StaffListedImport => ({
  importNumber: String(id),
  kind,
  name,
  files,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  outcome,
  rows,
  errors,
  notices,
})

const showRun = ({ runDate, startedAt, completedAt, failed }: ListedRun): StaffListedRun => ({
  runDate,
  startedAt: startedAt.toISOString(),
  completedAt: completedAt?.toISOString() ?? null,
  failed,
})

/** The routes with which staff see imports with their reports, and the runs that take due payments. */
export const staffRunsFeature: Feature = {
  routes: (routes) => {
    routes.on(staffRuns.listImports, async ({ deps, query: { kind = null, after } }) => {
      const rows = await listImports(deps.db, kind, after === undefined ? null : Number(after), pageSize + 1)
      const { listed, last } = pageOf(rows.map(showImport), pageSize)
      return { imports: listed, next: last?.importNumber ?? null }
    })
    routes.on(staffRuns.viewImport, async ({ deps, params }) => {
      const found = await findImport(deps.db, Number(params.importNumber))
      if (found === undefined) throw new NotFound('No such import')
      const { files, entries } = found.report
      return { ...showImport(found), imported: [...files], entries: [...entries] }
    })
    routes.on(staffRuns.listRuns, async ({ deps, query }) => {
      const rows = await listRunsOfAll(deps.db, query.after ?? null, pageSize + 1)
      const { listed, last } = pageOf(rows.map(showRun), pageSize)
      return { runs: listed, next: last?.runDate ?? null }
    })
    routes.on(staffRuns.viewRun, async ({ deps, params }) => {
      const run = await findRun(deps.db, params.runDate)
      if (run === undefined) throw new NotFound('No run of that day')
      const counts = await countItems(deps.db, params.runDate)
      return {
        ...showRun(run),
        fromDate: run.fromDate,
        items: counts.map(({ items, ...count }) => ({ ...count, count: items })),
      }
    })
  },
}

import { staffApiKeys, type StaffListedKey } from '@coopline/contract/site/system-api/staff-api-keys.contract'
import { systemPushes } from '@coopline/contract/site/system-api/system-pushes.contract'
import { systemApi } from '@coopline/contract/site/system-api/system-api.contract'
import { cents } from '@coopline/rules/kernel/money'
import { NotFound } from '../../../platform/errors.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import type { Feature, Routes } from '../../../platform/http/call.ts'
import { type ApiKey, findKey, listKeys } from './api-keys.store.ts'
import { endKey, makeKey, mostListed, rotateKey } from './change-keys.ts'
import { checkSystemKey } from './check-system-key.ts'
import { pushDocument } from './push-document.ts'
import { pushOutages } from './push-outages.ts'
import { findPush } from './pushes.store.ts'
import { receivePush, showPush } from './receive-push.ts'
import { importArrivedJob } from './import-arrived.job.ts'
import { runPushesJob } from './run-pushes.job.ts'
import { targetOf } from './import-push.ts'
import { bundleFiles } from '../integration/public.ts'
import { acknowledgeSystemEvents, listSystemEvents, viewSystemEvent } from './system-events.ts'
import { findSystemPayment } from './system-payments.store.ts'

const showKey = (key: ApiKey, now: Date): StaffListedKey => ({
  ...key,
  scopes: [...key.scopes],
  addresses: [...key.addresses],
  createdAt: key.createdAt.toISOString(),
  endsAt: key.endsAt?.toISOString() ?? null,
  isEnded: key.endsAt !== null && key.endsAt <= now,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
})

const unknownFile = protocolRefusal(
  'unknown-file',
  `There is no such file. The bundle has ${bundleFiles.map(({ file }) => file.replace(/\.csv$/u, '')).join(', ')}.`,
)

const mountEvents = (routes: Routes): void => {
  routes.on(systemApi.about, async ({ deps, caller }) => {
    const key = await findKey(deps.db, caller.keyId)
    const { name, scopes } = caller
    return { name, scopes: [...scopes], endsAt: key?.endsAt?.toISOString() ?? null }
  })
  routes.on(systemApi.listEvents, async ({ deps, caller, query }) => listSystemEvents(deps, caller, query))
  routes.on(systemApi.viewEvent, async ({ deps, caller, params, query }) =>
    viewSystemEvent(deps, caller, Number(params.eventNumber), query),
  )
  routes.on(systemApi.acknowledgeEvents, async ({ deps, body }) => ({
    acknowledged: await acknowledgeSystemEvents(deps, body.ids),
  }))
  routes.on(systemApi.viewPayment, async ({ deps, params }) => {
    const found = await findSystemPayment(deps.db, params.transNo)
    if (found === undefined) throw new NotFound('No such payment')
    const { amount, convenienceFee, heldByProvider, requestedAt, accounts } = found
    return {
      ...found,
      amount: cents(amount),
      convenienceFee: convenienceFee === null ? null : cents(convenienceFee),
      heldByProvider: heldByProvider === null ? null : cents(heldByProvider),
      requestedAt: requestedAt.toISOString(),
      accounts: accounts.map((one) => ({ ...one, amount: cents(one.amount) })),
    }
  })
}

const mountPushes = (routes: Routes): void => {
  routes.on(systemPushes.pushFile, async ({ deps, caller, request, reply, params, query, body }) => {
    const target = `file:${params.file}`
    if (targetOf(target) === undefined) throw new NotFound('No such file', unknownFile)
    const options = {
      ...(query.full === undefined ? {} : { full: Number(query.full) }),
      ...(query.olderBalances === undefined ? {} : { olderBalances: true }),
      ...(query.dryRun === undefined ? {} : { dryRun: true }),
    }
    const rows = request.stream === undefined ? body : undefined
    return receivePush(deps, { caller, request, reply, target, options, rows })
  })
  routes.on(systemPushes.pushReadings, async ({ deps, caller, request, reply, query }) => {
    const options = {
      ...(query.clockTime === undefined ? {} : { clockTime: true }),
      ...(query.intervalEnding === undefined ? {} : { intervalEnding: true }),
    }
    return receivePush(deps, { caller, request, reply, target: 'readings', options, rows: undefined })
  })
  routes.on(systemPushes.pushOutages, async ({ deps, request }) => pushOutages(deps, request.rawBody))
  routes.on(systemPushes.viewImport, async ({ deps, caller, params }) => {
    const push = await findPush(deps.db, caller.keyId, Number(params.importId))
    if (push === undefined || push.state === 'receiving') throw new NotFound('No such import')
    return showPush(push)
  })
  routes.on(systemPushes.pushDocument, async ({ deps, request, params }) => pushDocument(deps, request, params))
}

const mountKeys = (routes: Routes): void => {
  routes.on(staffApiKeys.list, async ({ deps }) => ({
    keys: (await listKeys(deps.db, mostListed)).map((key) => showKey(key, deps.clock.now())),
  }))
  routes.on(staffApiKeys.make, async ({ deps, body, caller }) => makeKey(deps, body, caller.username))
  routes.on(staffApiKeys.rotate, async ({ deps, params, body, caller }) =>
    rotateKey(deps, params.keyId, body.keepHours, caller.username),
  )
  routes.on(staffApiKeys.end, async ({ deps, params, caller }) => {
    await endKey(deps, params.keyId, caller.username)
    return {}
  })
}

/** The routes of the API for the cooperative's own systems, and those with which staff manage its keys. */
export const systemApiFeature: Feature = {
  authenticators: { system: checkSystemKey },
  jobs: [importArrivedJob, runPushesJob],
  routes: (routes) => {
    mountEvents(routes)
    mountPushes(routes)
    mountKeys(routes)
  },
}

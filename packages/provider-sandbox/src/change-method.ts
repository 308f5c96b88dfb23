import { randomBytes, randomUUID } from 'node:crypto'
import type { Instrument } from './charge-payment.ts'
import { queueDelivery } from './delivery.store.ts'
import type { HandOff } from './hand-off-form.ts'
import { type Method, methodBodyOf } from './method.ts'
import { findMethod, saveMethod } from './method.store.ts'
import { inTransaction } from './open-store.ts'
import { planPostbacks } from './postback-plan.ts'
import { nowIso, type Sandbox } from './sandbox-context.ts'

/** Finds or creates the page on which a method is entered. The same reference leads to the same page. */
export function openMethod(sandbox: Sandbox, handOff: HandOff): Method {
  return inTransaction(
    sandbox.db,
    () => {
      const known = findMethod(sandbox.db, 'reference', handOff.transNo)
      if (known !== undefined) return known
      const method: Method = {
        reference: handOff.transNo,
        sessionId: randomBytes(24).toString('base64url'),
        handOff,
        state: 'open',
        eventId: null,
        token: null,
        paymentType: 'cc',
        cardType: null,
        lastFour: null,
        expiry: null,
        behavior: 'approve',
        occurredAt: nowIso(sandbox),
      }
      saveMethod(sandbox.db, method)
      return method
    },
    'process-end',
  )
}

/** Stores the card or bank account once, and reports it to the portal. A method that is not open stays as it is. */
export function storeMethod(sandbox: Sandbox, before: Method, instrument: Instrument): Method {
  const after = inTransaction(sandbox.db, () => {
    const now = findMethod(sandbox.db, 'reference', before.reference) ?? before
    if (now.state !== 'open') return now
    const stored: Method = {
      ...now,
      ...instrument,
      state: 'stored',
      eventId: `evt_${randomUUID()}`,
      token: `tok_${randomBytes(24).toString('base64url')}`,
      occurredAt: nowIso(sandbox),
    }
    saveMethod(sandbox.db, stored)
    queuePostbacks(sandbox, stored)
    return stored
  })
  sandbox.wakeSender()
  return after
}

function queuePostbacks(sandbox: Sandbox, method: Method): void {
  const body = JSON.stringify({ type: 'method.stored', ...methodBodyOf(method) })
  const deliveries = planPostbacks({
    eventId: method.eventId ?? '',
    copyId: `evt_${randomUUID()}`,
    transNo: method.reference,
    body,
    wrongBody: body,
    behavior: method.behavior,
    mode: sandbox.mode,
    ordinal: 1,
    timings: sandbox.timings,
    queuedAt: Date.now(),
  })
  for (const delivery of deliveries) queueDelivery(sandbox.db, delivery)
}

/** The payer turned away before anything was stored. */
export function cancelMethod(sandbox: Sandbox, method: Method): Method {
  if (method.state !== 'open') return method
  const canceled: Method = { ...method, state: 'canceled', occurredAt: nowIso(sandbox) }
  saveMethod(sandbox.db, canceled)
  return canceled
}

/** Forgets a token: it is never charged again. @returns false for a token that was never given out. */
export function forgetToken(sandbox: Sandbox, token: string): boolean {
  const method = findMethod(sandbox.db, 'token', token)
  if (method === undefined) return false
  if (method.state === 'stored') saveMethod(sandbox.db, { ...method, state: 'forgotten', occurredAt: nowIso(sandbox) })
  return true
}

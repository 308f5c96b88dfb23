import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { listEvents } from '../features/site/integration/events.store.ts'
import type { Database } from '../platform/db/open-database.ts'

const file = join(import.meta.dirname, '../../../../docs/events.schema.json')

interface EventVariant {
  readonly properties: { readonly kind: { readonly const: string } }
}

/** The schema of each kind: one of them says what is wrong with an event, all of them together would say it of each kind. */
const validators = () => {
  const { anyOf } = JSON.parse(readFileSync(file, 'utf8')) as { readonly anyOf: readonly EventVariant[] }
  const ajv = new Ajv2020({ strict: true, formats: { date: true, 'date-time': true } })
  return new Map(anyOf.map((variant) => [variant.properties.kind.const, ajv.compile(variant)]))
}

let known: ReturnType<typeof validators> | undefined

/** Fails for events that docs/events.schema.json does not describe. */
export async function expectDocumentedEvents(db: Database): Promise<void> {
  const wrong = (await listEvents(db, { after: 0, limit: 1_000, isWaiting: false })).flatMap((event) => {
    known ??= validators()
    const validate = known.get(event.kind)
    if (validate?.(event) === true) return []
    return [{ kind: event.kind, body: event.body, errors: validate?.errors ?? 'has no schema' }]
  })
  expect(wrong, 'Events that docs/events.schema.json does not describe').toEqual([])
}

import { z } from 'zod'

export const text = z.string()
export const flag = z.boolean()
export const amount = z.int().meta({ description: 'Whole cents' })
export const count = z.int()
export const date = z.iso.date()
export const instant = z.iso.datetime()
export const member = z.strictObject({ memberNumber: text })
export const account = member.extend({ accountNumber: text })
export const address = z.strictObject({
  streetNumber: text,
  streetName: text,
  streetType: text,
  unit: text,
  city: text,
  state: text,
  zip: text,
})

/** Every kind of event. A slice adds its own kinds in its `*.events.ts`, so that a kind without a schema does not compile. */
export interface EventKinds {}

/** The bodies of a slice's kinds of events, and fields that a line may have beside the body. */
export type EventBodies = Readonly<
  Record<string, z.ZodType | { readonly body: z.ZodType; readonly beside: z.ZodRawShape }>
>

const event = z.strictObject({
  id: z.int().meta({ description: 'The number of the event, by which it is acknowledged' }),
  accountNumber: text.nullable().meta({ description: 'The account whose events are in order; null for none' }),
  createdAt: instant,
})

/**
 * Makes the JSON Schema of an event as `coopline events list` prints it, published as `docs/events.schema.json`.
 *
 * @param former the kinds of the published schema. They stay in their order, and new ones follow.
 */
export function eventSchema(bodies: EventBodies, former: readonly string[]): object {
  const places = new Map(former.map((kind, place) => [kind, place]))
  const placeOf = (kind: string): number => places.get(kind) ?? former.length
  const lines = Object.entries(bodies)
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([kind, one]) => {
      const { body, beside } = one instanceof z.ZodType ? { body: one, beside: {} } : one
      return event.extend({ kind: z.literal(kind), body, ...beside })
    })
  return {
    ...z.toJSONSchema(z.union(lines), { io: 'input', unrepresentable: 'any' }),
    title: 'An event for the cooperative’s systems, as a line of coopline events list',
  }
}

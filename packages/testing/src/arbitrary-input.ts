import fc from 'fast-check'
import { z } from 'zod'

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** Generates input that a schema accepts, from its JSON Schema. @throws Error for a kind that it cannot generate. */
export const arbitraryInput = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  arbitraryOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const oneOfThese = schema.anyOf ?? schema.oneOf
  if (oneOfThese !== undefined) return fc.oneof(...oneOfThese.map(arbitraryOf))
  if (typeof schema.type === 'object') return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type })))
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'array')
    return fc.array(arbitraryOf(schema.items ?? {}), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
    })
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({
      min: Math.max(schema.minimum ?? -1e9, Number.MIN_SAFE_INTEGER),
      max: Math.min(schema.maximum ?? 1e9, Number.MAX_SAFE_INTEGER),
    })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'string') return textOf(schema)
  throw new Error(`No values for ${JSON.stringify(schema)}`)
}

function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, arbitraryOf(one)]))
  return fc.record(fields, { requiredKeys: [...required], noNullPrototype: true })
}

function textOf({ pattern, format, minLength = 0, maxLength = Infinity }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date') return fc.constantFrom('2026-11-20', '2028-02-29', '1999-12-31')
  if (format === 'date-time') return fc.constantFrom('2026-11-20T15:00:00Z', '2027-03-14T07:30:00.123Z')
  // `(?![\s\S])` means the end of the text, which the generator does not support.
  if (pattern !== undefined)
    return fc
      .stringMatching(new RegExp(pattern.replace(/\(\?!\[\\s\\S\]\)$/u, '$'), 'u'))
      .filter(({ length }) => length <= maxLength)
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) })
}

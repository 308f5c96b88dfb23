import { z } from 'zod'
import { envSchemaWith } from '../platform/env.ts'

interface Property {
  readonly description?: string
  readonly default?: string | number
}

/** The rows of the environment table in `docs/OPERATIONS.md`. */
export function envDocs(): string {
  const { properties } = z.toJSONSchema(envSchemaWith([]), { io: 'input', unrepresentable: 'any' }) as {
    properties: Record<string, Property>
  }
  return Object.entries(properties)
    .map(([name, property]) => {
      const value = property.default === undefined || property.default === '' ? '' : `\`${String(property.default)}\``
      return `| \`${name}\` | ${value} | ${property.description ?? ''} |`
    })
    .join('\n')
}

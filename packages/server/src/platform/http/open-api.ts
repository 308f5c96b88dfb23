import { type Endpoint, idempotencyKeyLength } from '@coopline/contract/endpoint'
import { apiPrefix } from '@coopline/contract/paths'
import { problemBody } from '@coopline/contract/problem-body'
import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>

type Schemas = Map<string, Json>

/**
 * The JSON Schema of a part of a call. Parts that a schema names (those that contain themselves) become components of the
 * document under the part's name: references work from its root only.
 *
 * @param name of the part, unique in the document.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', name: string, components: Schemas): Json {
  const made = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })
  const text = JSON.stringify(made).replaceAll('"#/$defs/', `"#/components/schemas/${name}_`)
  const { $schema: _dialect, $defs = {}, ...rest } = JSON.parse(text) as Record<string, unknown>
  for (const [part, one] of Object.entries($defs as Record<string, Json>)) components.set(`${name}_${part}`, one)
  return rest
}

const schemes: Readonly<Record<Endpoint['auth'], Json | null>> = {
  public: null,
  'quick-pay': {
    type: 'http',
    scheme: 'bearer',
    description: 'Quick Pay token; send it with the __Host-portal_qp cookie of the same response',
  },
  'quick-pay-result': {
    type: 'http',
    scheme: 'bearer',
    description: 'Quick Pay token with its cookie; an expired one still shows the results of its payments for a while',
  },
  member: {
    type: 'http',
    scheme: 'bearer',
    description: 'Access token; send it with the __Host-portal_fp cookie of the same response',
  },
  staff: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of the staff console; send it with the __Host-staff_fp cookie of the same response',
  },
  registration: {
    type: 'http',
    scheme: 'bearer',
    description: 'Registration token of a verified code; works for that registration only',
  },
  'application-link': {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of the link of a saved application for service; works for that application only',
  },
  partner: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: 'Standard Webhooks signature of a trusted partner site over the id, timestamp and raw body',
  },
  'text-service': {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: 'Standard Webhooks signature of the text message service over the id, timestamp and raw body',
  },
  'data-token': {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of a connected app (OAuth 2.0) or of a member’s own script; see docs/CONNECT.md',
  },
  provider: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: 'Standard Webhooks signature of the payment provider over the id, timestamp and raw body',
  },
}

/** The OpenAPI 3.1 document of every call, made of the contract alone. Money is whole cents. */
export function openApiDocument(version: string, endpoints: readonly Endpoint[]): Json {
  const operations = new Map<string, Record<string, Json>>()
  const components: Schemas = new Map()
  components.set('Problem', schemaOf(problemBody, 'output', 'Problem', components))
  for (const endpoint of endpoints) {
    const path = apiPrefix + endpoint.path
    operations.set(path, { ...operations.get(path), [endpoint.method.toLowerCase()]: operation(endpoint, components) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coopline member portal',
      version,
      description:
        'Amounts are integers in cents. Dates are yyyy-MM-dd strings; times are ISO 8601 in UTC. Errors are RFC 9457 problem details.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(operations),
    components: {
      schemas: Object.fromEntries(components),
      securitySchemes: Object.fromEntries(Object.entries(schemes).filter(([, scheme]) => scheme !== null)),
    },
  }
}

const tagOf = (endpoint: Endpoint): string => endpoint.id.split('.')[0] ?? endpoint.id

function operation(endpoint: Endpoint, components: Schemas): Json {
  const operationId = endpoint.id.replace('.', '_')
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { type: 'string', ...idempotencyKeyLength },
          },
        ]
      : []),
    ...(endpoint.foreignClients || endpoint.auth !== 'public' || endpoint.method === 'GET'
      ? []
      : [{ name: 'ApplicationId', in: 'header', required: true, schema: { const: 'Web' } }]),
  ]
  return {
    operationId,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: `Source: ${endpoint.source}`,
    security: schemes[endpoint.auth] === null ? [] : [{ [endpoint.auth]: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE'
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: schemaOf(endpoint.body, 'input', `${operationId}_body`, components) },
            },
          },
        }),
    responses: responses(endpoint, `${operationId}_answer`, components),
  }
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input', place, new Map()) as {
    properties?: Record<string, Json>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const answerSchemaOf = ({ media, answer }: Endpoint, name: string, components: Schemas): Json =>
  media === 'application/json' ? schemaOf(answer, 'output', name, components) : { type: 'string' }

function responses(endpoint: Endpoint, name: string, components: Schemas): Json {
  const problem = { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } }
  const statuses = [400, ...endpoint.errors, 429, 500, 503]
  return {
    200: {
      description: 'Success',
      content: { [endpoint.media]: { schema: answerSchemaOf(endpoint, name, components) } },
    },
    ...Object.fromEntries(statuses.map((status) => [status, { description: `Problem ${status}`, ...problem }])),
  }
}

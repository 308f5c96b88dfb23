import { addressOf, type Endpoint, idempotencyKeyLength } from '@coopline/contract/endpoint'
import { apiPrefix, systemApiPrefix } from '@coopline/contract/paths'
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

/** One of the portal's APIs: calls with a prefix, which have a document and a reference of their own. */
export interface Api {
  readonly prefix: string
  readonly title: string
  /** In Markdown. */
  readonly description: string
}

const forms =
  'Amounts are integers in cents. Dates are yyyy-MM-dd strings; times are ISO 8601 in UTC. Errors are RFC 9457 problem details: `errors` names each reason with its code, its sentence and, where it belongs to one, its field.'

/** The API of the portal's pages, and the one of the cooperative's own systems. */
export const apis: readonly Api[] = [
  {
    prefix: apiPrefix,
    title: 'Coopline member portal',
    description: `The calls of the portal's pages, of its payment providers and of apps that members connect. ${forms}`,
  },
  {
    prefix: systemApiPrefix,
    title: 'Coopline system API',
    description: `The calls of the cooperative's own systems: events out, data in. Each needs a key with a scope, sent as \`Authorization: Bearer …\`; an operator makes keys with \`coopline api-keys\`. The answer's header \`RateLimit\` says how many calls the key has left, and 429 and 503 say in \`Retry-After\` when to call again. ${forms}`,
  },
]

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
  system: {
    type: 'http',
    scheme: 'bearer',
    description: 'Key of the system API, made with `coopline api-keys add`',
  },
  provider: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: 'Standard Webhooks signature of the payment provider over the id, timestamp and raw body',
  },
}

/** The OpenAPI 3.1 document of every call of an API, made of the contract alone. Money is whole cents. */
export function openApiDocument(version: string, all: readonly Endpoint[], api: Api): Json {
  const endpoints = all.filter((endpoint) => addressOf(endpoint).startsWith(`${api.prefix}/`))
  const used = new Set<string>(endpoints.map(({ auth }) => auth))
  const operations = new Map<string, Record<string, Json>>()
  const components: Schemas = new Map()
  components.set('Problem', schemaOf(problemBody, 'output', 'Problem', components))
  for (const endpoint of endpoints) {
    const path = addressOf(endpoint)
    operations.set(path, { ...operations.get(path), [endpoint.method.toLowerCase()]: operation(endpoint, components) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version,
      description: api.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(operations),
    components: {
      schemas: Object.fromEntries(components),
      securitySchemes: Object.fromEntries(
        Object.entries(schemes).filter(([auth, scheme]) => scheme !== null && used.has(auth)),
      ),
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
    description: descriptionOf(endpoint),
    security: schemes[endpoint.auth] === null ? [] : [{ [endpoint.auth]: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE'
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: schemaOf(endpoint.body, 'input', `${operationId}_body`, components) },
              ...Object.fromEntries(endpoint.streams.media.map((media) => [media, { schema: { type: 'string' } }])),
            },
          },
        }),
    responses: responses(endpoint, `${operationId}_answer`, components),
  }
}

function descriptionOf({ description, scope, source }: Endpoint): string {
  if (description === undefined) return `Source: ${source}`
  return scope === undefined || scope === 'any'
    ? description
    : `${description}\n\nNeeds a key with the scope \`${scope}\`.`
}

/** When each status is answered. */
const meanings: Readonly<Record<number, string>> = {
  400: 'The request is not of the form described here, or a rule refuses it',
  401: 'The proof of identity is missing, wrong or has ended',
  403: 'The caller is known and may not do this',
  404: 'There is no such thing, or it is not the caller’s',
  409: 'The request conflicts with the present state',
  413: 'The body is too large',
  415: 'The body is of a media type that the call does not take',
  429: 'Too many calls; `Retry-After` says when to call again',
  500: 'An error of the portal; `requestId` finds it in the log',
  503: 'The portal, or a system that it needs, does not answer for now; `Retry-After` says when to call again',
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
      description: 'What was asked for',
      content: { [endpoint.media]: { schema: answerSchemaOf(endpoint, name, components) } },
    },
    ...(endpoint.mayBeLater
      ? {
          202: {
            description: 'It is stored and done later; the answer says where to look',
            content: { [endpoint.media]: { schema: answerSchemaOf(endpoint, name, components) } },
          },
        }
      : {}),
    ...Object.fromEntries(
      statuses.map((status) => [status, { description: meanings[status] ?? `Problem ${status}`, ...problem }]),
    ),
  }
}

import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { allEndpoints } from '@coopline/contract/endpoints'
import { addressOf } from '@coopline/contract/endpoint'
import { Validator } from '@seriousme/openapi-schema-validator'
import Fastify from 'fastify'
import { beforeAll, expect, test, vi } from 'vitest'
import { useTestPortal } from '../../testing/test-portal.ts'
import { portalVersion } from '../version.ts'
import { mountReference } from './mount-reference.ts'

interface Operation {
  readonly operationId: string
  readonly security: readonly Record<string, unknown>[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, object>>
}

interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly securitySchemes: object }
}

const portal = useTestPortal()
let document: Document
let documentOfSystems: Document
beforeAll(async () => {
  document = (await portal.inject({ url: '/api/openapi.json' })).json<Document>()
  documentOfSystems = (await portal.inject({ url: '/integration/openapi.json' })).json<Document>()
})

const operationOf = (endpoint: (typeof allEndpoints)[number]) =>
  ({ ...document.paths, ...documentOfSystems.paths })[addressOf(endpoint)]?.[endpoint.method.toLowerCase()]

test('each document is valid OpenAPI 3.1 and names this version', async () => {
  for (const one of [document, documentOfSystems]) {
    const result = await new Validator().validate({ ...structuredClone(one) })
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect([one.openapi, one.info.version]).toEqual(['3.1.0', portalVersion])
  }
})

test('the validator finds a document that is not', async () => {
  const { paths: _left, ...broken } = structuredClone(document) as Document & Record<string, unknown>
  expect((await new Validator().validate({ ...broken, info: {} })).valid).toBe(false)
})

test('every endpoint of the contract is in the document of its API, and nothing else', () => {
  expect(Object.keys(documentOfSystems.paths).filter((path) => !path.startsWith('/integration/'))).toEqual([])
  const described = [document, documentOfSystems].flatMap(({ paths }) =>
    Object.values(paths).flatMap((path) => Object.values(path).map((one) => one.operationId)),
  )
  expect(described.toSorted()).toEqual(allEndpoints.map((endpoint) => endpoint.id.replace('.', '_')).toSorted())
})

test('every endpoint names its parameters, body, proof of identity and every status it may answer', () => {
  for (const endpoint of allEndpoints) {
    const operation = operationOf(endpoint)
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/gu)].map((match) => match[1])
    const named = operation?.parameters?.filter((one) => one.in === 'path').map((one) => one.name) ?? []
    expect(named, endpoint.id).toEqual(inPath)
    expect(operation?.requestBody !== undefined, endpoint.id).toBe(['POST', 'PUT'].includes(endpoint.method))
    expect(operation?.security, endpoint.id).toEqual(endpoint.auth === 'public' ? [] : [{ [endpoint.auth]: [] }])
    for (const status of [200, 400, 429, 500, 503, ...endpoint.errors])
      expect(Object.keys(operation?.responses ?? {}), endpoint.id).toContain(String(status))
  }
})

test.each(['/api', '/integration'])(
  'the reference of %s renders the document with files of its own origin',
  async (prefix) => {
    const page = await portal.inject({ url: `${prefix}/reference` })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain(`url: '${prefix}/openapi.json'`)
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/gu)].map((match) => match[1] ?? '')
    expect(files).toContain('/api/reference/swagger-ui-bundle.js')
    for (const file of files) expect((await portal.inject({ url: file })).statusCode, file).toBe(200)
  },
)

test('the reference sends calls in the demo only', async () => {
  const demo = Fastify()
  mountReference(demo, allEndpoints, true)
  expect((await demo.inject({ url: '/api/reference' })).body).toContain("supportedSubmitMethods: ['get'")
  expect((await portal.inject({ url: '/api/reference' })).body).toContain('supportedSubmitMethods: []')
  await demo.close()
})

test('a file of the reference that could not be read once is served at the next request', async () => {
  const demo = Fastify()
  mountReference(demo, allEndpoints, true)
  const reading = vi.spyOn(fs, 'readFile').mockRejectedValueOnce(new Error('EMFILE: too many open files'))
  syncBuiltinESMExports()
  const load = async () => (await demo.inject({ url: '/api/reference/swagger-ui.css' })).statusCode
  expect([await load(), await load(), await load()]).toEqual([500, 200, 200])
  expect(reading).toHaveBeenCalledTimes(2)
  reading.mockRestore()
  syncBuiltinESMExports()
  await demo.close()
})

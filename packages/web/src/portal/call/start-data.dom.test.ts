import { afterEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../../test-support/answers.ts'
import { aSite } from '../../test-support/a-site.ts'
import { defaultSite } from '../page/default-site.ts'
import { loadStartData } from './start-data.ts'

function serve(text: string): void {
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = 'coopline-start'
  script.textContent = text
  document.head.append(script)
}

afterEach(() => {
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the start-up data that the page carries needs no call [SH-73]', async () => {
  const calls = answerCalls({})
  serve(JSON.stringify({ site: aSite({ settings: { coopName: 'Ridge' } }), language: 'es' }))
  const { site, language } = await loadStartData()
  expect(site.settings.coopName).toBe('Ridge')
  expect(language).toBe('es')
  expect(calls).toEqual([])
})

test('a page that carries no start-up data loads settings and configuration by one call [SH-81]', async () => {
  const calls = answerCalls({ 'GET /v3/site': aSite({ configuration: { whecEnabled: true } }) })
  const { site } = await loadStartData()
  expect(site.configuration.whecEnabled).toBe(true)
  expect(calls.map(({ line }) => line)).toEqual(['GET /v3/site'])
})

test('a failed start-up applies the defaults, with every feature off, and logs to the console only [SH-80]', async () => {
  const heard = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answerCalls({})
  const { site } = await loadStartData()
  expect(site).toEqual(defaultSite)
  expect([site.settings.coopName, site.settings.features]).toEqual(['Cooperative', []])
  expect(Object.values(site.configuration)).not.toContain(true)
  expect(heard).toHaveBeenCalledTimes(1)
})

test('broken start-up data is logged to the console and loaded by a call [SH-80]', async () => {
  const heard = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answerCalls({ 'GET /v3/site': aSite({ settings: { coopName: 'Ridge' } }) })
  serve('{"site":')
  expect((await loadStartData()).site.settings.coopName).toBe('Ridge')
  expect(heard).toHaveBeenCalledTimes(1)
})

test('a missing key has its default', async () => {
  answerCalls({})
  serve(JSON.stringify({ site: { settings: { coopName: 'Ridge' }, configuration: {} }, language: 'en' }))
  const { site } = await loadStartData()
  expect(site.settings.logoClickRedirectionLink).toBe('/home')
  expect(site.configuration.mcpMenu).toEqual([])
})

import { pathToFileURL } from 'node:url'
import type { AdapterUnderTest } from './adapter-under-test.ts'
import { hostedForm } from './adapters/hosted-form.ts'
import { runKit } from './run-kit.ts'

/** The file of another adapter, which is tested alone. */
const path = process.env['PROVIDER_KIT_ADAPTER']
const given =
  path === undefined ? null : ((await import(pathToFileURL(path).href)) as { adapterUnderTest: AdapterUnderTest })

for (const adapter of given === null ? [hostedForm] : [given.adapterUnderTest]) runKit(adapter)

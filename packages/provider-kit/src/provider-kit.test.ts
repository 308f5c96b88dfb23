import { pathToFileURL } from 'node:url'
import type { AdapterUnderTest } from './adapter-under-test.ts'
import { authorizeNet } from './adapters/authorize-net.ts'
import { hostedForm } from './adapters/hosted-form.ts'
import { stripe } from './adapters/stripe.ts'
import { adapterUnderTest as payBox } from './example/pay-box-double.ts'
import { runKit } from './run-kit.ts'

/** The file of another adapter, which is tested alone (docs/providers/write-your-own.md). */
const path = process.env['PROVIDER_KIT_ADAPTER']
const given =
  path === undefined
    ? null
    : ((await import(pathToFileURL(path).href)) as { readonly adapterUnderTest: AdapterUnderTest })

const adapters = given === null ? [hostedForm, stripe, authorizeNet, payBox] : [given.adapterUnderTest]
for (const adapter of adapters) runKit(adapter)

import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { call } from './call.ts'
import { defaultSite } from '../page/default-site.ts'
import { isRecord } from './is-record.ts'

/** The content of `<script type="application/json" id="coopline-start">` in the served page. */
export interface StartData {
  readonly site: SiteStart
  /** The language of the rendered frame; missing when another server delivered the page. */
  readonly language: unknown
}

/**
 * The start-up data: from the page itself, else by a call, else the documented defaults. A failure goes to the console
 * and nowhere else, and the portal shows itself with its features off (SH-80, REQ-D-220).
 */
export async function loadStartData(): Promise<StartData> {
  const served = document.getElementById('coopline-start')?.textContent ?? ''
  try {
    if (served.trim() !== '') return parseStart(JSON.parse(served))
  } catch (error) {
    logStartFailure(error)
  }
  try {
    return { site: withDefaults(await call('GET /v3/site', { timeoutMs: 10_000 })), language: undefined }
  } catch (error) {
    logStartFailure(error)
    return { site: defaultSite, language: undefined }
  }
}

function parseStart(value: unknown): StartData {
  if (!isRecord(value)) throw new TypeError('The start-up data is not an object')
  return { site: withDefaults(value['site']), language: value['language'] }
}

/** A key that an older or newer server does not send has its default, so that no page stumbles over it. */
function withDefaults(value: unknown): SiteStart {
  if (!isRecord(value) || !isRecord(value['settings']) || !isRecord(value['configuration'])) {
    throw new TypeError('The start-up data has no settings or no configuration')
  }
  return {
    ...defaultSite,
    ...value,
    settings: { ...defaultSite.settings, ...value['settings'] },
    configuration: { ...defaultSite.configuration, ...value['configuration'] },
  }
}

function logStartFailure(error: unknown): void {
  // oxlint-disable-next-line no-console -- SH-80: a start-up failure is logged to the console only
  console.error('The portal starts with default settings.', error)
}

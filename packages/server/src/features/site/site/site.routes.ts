import { listSettings, type Settings } from '@coopline/contract/site/site/settings-catalog'
import { settingsIn } from '@coopline/contract/site/site/settings-in'
import { contentKey, site, type SiteStart } from '@coopline/contract/site/site/site.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import type { z } from 'zod'
import packageFile from '../../../../package.json' with { type: 'json' }
import type { Feature, Routes } from '../../../platform/http/call.ts'
import { atsConfigSettings } from './ats-config-settings.ts'
import { buildSiteStart } from './build-site-start.ts'
import { contentTree } from './content-tree.ts'

/** Serves settings, texts and the maintenance flag. */
function siteRoutes(routes: Routes): void {
  routes.on(site.start, async ({ deps }) => siteStartOf(deps.settings.current(), deps.env.DEMO))
  routes.on(site.content, async ({ params, query, deps }) =>
    contentOf(deps.settings.current(), params.key, query.language ?? 'en'),
  )
  routes.on(site.atsConfigSettings, async ({ query, deps }) => ({
    results: atsConfigSettings(deps.settings.current(), query.keys.split(',')),
  }))
  routes.on(site.configurationSettings, async ({ query, deps }) => {
    const settings = deps.settings.current()
    const isContent = (key: string): key is Content['key'] => contentKey.safeParse(key).success
    return {
      settings: atsConfigSettings(settings, keysOf(query.settings)),
      paymentGateway: atsConfigSettings(settings, keysOf(query.paymentGateway)).filter(({ key }) =>
        paymentKeys.has(key),
      ),
      webContents: [...new Set(keysOf(query.webContents))]
        .filter(isContent)
        .map((key) => contentOf(settings, key, query.language ?? 'en')),
    }
  })
  routes.on(site.pageView, async ({ body, deps }) => {
    deps.pageViews.note(body.path)
    return {}
  })
  routes.on(site.maintenance, async ({ deps }) => maintenanceNow(deps.settings.current(), deps.clock.now()))
}

/** The state of maintenance. An end that has passed is left out. */
function maintenanceNow({ underMaintenance, maintenanceEnd, timeZone }: Settings, now: Date) {
  // The Swedish locale formats dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const isAhead = maintenanceEnd > format.format(now).replace(' ', 'T')
  return { underMaintenance, endsAt: underMaintenance && isAhead ? maintenanceEnd : null }
}

const keysOf = (list: string | undefined): readonly string[] => list?.split(',') ?? []

/** Keys of payment and payment gateway settings. */
const paymentKeys: ReadonlySet<string> = new Set(listSettings('payment settings').map(({ key }) => key))

export const siteFeature: Feature = { routes: siteRoutes }

const built = new WeakMap<Settings, SiteStart>()

/** The start answer of some settings, made once: settings are another object after every change. */
export function siteStartOf(settings: Settings, demo: boolean): SiteStart {
  const known = built.get(settings)
  if (known !== undefined && known.demo === demo) return known
  const start = buildSiteStart(settings, { appVersion: packageFile.version, demo })
  built.set(settings, start)
  return start
}

type Content = z.output<typeof site.content.answer>

const contents = new WeakMap<Settings, Map<string, Content>>()

/** One text of some settings in a language, parsed once. */
function contentOf(settings: Settings, key: Content['key'], language: Language): Content {
  const known = contents.get(settings) ?? new Map<string, Content>()
  contents.set(settings, known)
  const name = `${key} ${language}`
  const content = known.get(name) ?? { key, content: contentTree(settingsIn(settings, language)[key]) }
  known.set(name, content)
  return content
}

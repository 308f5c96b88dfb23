import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { brandTheme } from '@coopline/rules/site/brand-theme/brand-theme'
import { defaultSettings } from '@coopline/contract/site/site/settings-catalog'
import { readMailParts } from './mail-parts.ts'

/** Renders the HTML part of a mail from its text part. */
export type MailRenderer = (mail: {
  readonly subject: string
  readonly bodyText: string
  readonly language: string
}) => Promise<string>

/** @param origin of the portal's own links. */
export function createMailRenderer(settings: { readonly current: () => Settings }, origin: string): MailRenderer {
  let loading: Promise<Rendering> | undefined
  return async ({ subject, bodyText, language }) => {
    loading ??= load()
    const { renderToStaticMarkup, createElement, MailLayout } = await loading
    const { coopName, brandColor } = settings.current()
    const theme = brandTheme(brandColor) ?? brandTheme(defaultSettings.brandColor)
    if (theme === null) throw new Error('The default brand color is not a color')
    const parts = readMailParts({ subject, bodyText, coopName, origin })
    return `<!doctype html>${renderToStaticMarkup(createElement(MailLayout, { subject, language, coopName, theme, parts }))}`
  }
}

type Rendering = Awaited<ReturnType<typeof load>>

/** Loaded with the first mail, because React is slow to load. */
async function load() {
  const [{ renderToStaticMarkup }, { createElement }, { MailLayout }] = await Promise.all([
    import('react-dom/server'),
    import('react'),
    import('./mail-layout.ts'),
  ])
  return { renderToStaticMarkup, createElement, MailLayout }
}

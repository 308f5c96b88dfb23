import { createHash } from 'node:crypto'
import { prepareAnswer, type PreparedAnswer } from '../../../../platform/http/prepared-answer.ts'
import { contentSecurityPolicy, type PageSources } from '../../../../platform/http/security-headers.ts'
import type { BuiltPages, FrameInput } from './built-pages.ts'
import type { SiteStart } from '@coopline/contract/site/site/site.contract'

/** The Trusted Types policy under which the site's configured scripts are loaded; the pages use the same name. */
const siteScriptPolicy = 'coopline-site-scripts'

/** The policy under which the worker that reads PDF files is started, from our own origin and no other address. */
const documentPolicy = 'coopline-documents'

/** The policy under which the outage pages register their service worker (decision 0196). */
const workerPolicy = 'coopline-worker'

const originOf = (address: string): readonly string[] =>
  /^https?:\/\//u.test(address) && URL.canParse(address) ? [new URL(address).origin] : []

interface SourceRules {
  /** Origins that a form may be posted to. */
  readonly formOrigins: readonly string[]
  /** False excludes third-party scripts, even those that the settings name. */
  readonly allowsScripts: boolean
  /** The setting: pages show MyMeter in a frame, and its address is in no start-up data. */
  readonly myMeterUrl: string
}

/** The sources that a page may load from beyond our own origin: exactly those that the settings name. @internal */
export function pageSources(site: SiteStart, { formOrigins, allowsScripts, myMeterUrl }: SourceRules): PageSources {
  const { settings, configuration } = site
  const images = [
    settings.portalLogoPath,
    settings.portalFavIconPath,
    settings.homeBannerImagePath,
    settings.loginRightImage,
  ].flatMap(originOf)
  // The browser shows bills and outages without loading another document, so all pages need the same policies.
  const trustedTypes = settings.offlineOutages ? [documentPolicy, workerPolicy] : [documentPolicy]
  const hasMap = settings.features.some((feature) => feature.name === 'OutageMapLinkEnabled' && feature.enable)
  const shared = {
    formOrigins,
    // A style sheet can put what is typed into the address of an image: beside one, images are of this origin only.
    imageOrigins: settings.featureFlagCustomCss === '' ? [...new Set(images)] : [],
    frameOrigins: [...new Set([...(hasMap ? originOf(configuration.outageMapLink) : []), ...originOf(myMeterUrl)])],
    trustedTypes,
  }
  if (!allowsScripts) return shared
  const analytics = settings.googleAnalyticsCode === '' ? [] : originOf(settings.tagManagerUrl)
  const hasChat = settings.features.some((feature) => feature.name === 'WebChatEnabled' && feature.enable)
  const chatScript = hasChat ? originOf(settings.webChatSetting.scriptUrl) : []
  const chatApi = hasChat ? originOf(settings.webChatSetting.apiUrl) : []
  const scripts = [...analytics, ...chatScript]
  const anyScript =
    scripts.length > 0 || settings.siteScriptPath !== '' || (hasChat && settings.webChatSetting.scriptUrl !== '')
  return {
    ...shared,
    scriptOrigins: [...new Set(scripts)],
    connectOrigins: [...new Set([...analytics, ...chatScript, ...chatApi])],
    trustedTypes: anyScript ? [...trustedTypes, siteScriptPolicy] : trustedTypes,
  }
}

export interface BuiltPage {
  readonly html: PreparedAnswer
  readonly contentSecurityPolicy: string
}

/**
 * A whole page for one path, language and theme: the frame, its styles inlined (their hash in the policy), its scripts
 * preloaded. The style sheets stand there as links too, so that the loader of the page's code finds them and does not
 * fetch them again; their type is one that no browser fetches, not even ahead, as it does with disabled ones.
 *
 * On a page with first reads the preloads stand in a `<template>`, out of which the early script takes them once the reads
 * have left: a browser looks ahead for scripts to load, and would fill its six connections with them.
 */
export async function buildPage(pages: BuiltPages, input: FrameInput, rules: SourceRules): Promise<BuiltPage> {
  const frame = pages.renderFrame(input)
  const { scripts, styles } = pages.filesOf(frame.preloadChunks)
  const css = styles.map((style) => style.text).join('') + frame.css
  const links = styles
    .map((style) => `<link rel="stylesheet" crossorigin type="text/inlined" href="${style.href}">`)
    .join('')
  const preloads = scripts
    .filter((script) => !pages.template.includes(`"${script}"`))
    .map((script) => `<link rel="modulepreload" crossorigin href="${script}">`)
    .join('')
  const theme = input.theme === 'system' ? '' : ` data-theme="${input.theme}"`
  const [preloadsAtOnce, preloadsAfterReads] = frame.startsReads
    ? ['', `<template id="coopline-preloads">${preloads}</template>`]
    : [preloads, '']
  const early = `${preloadsAfterReads}<script>${pages.earlyScript}</script>`
  const html = replaceStyles(pages.template, `<style>${css}</style>${links}${preloadsAtOnce}`)
    .replace('<html lang="en">', `<html lang="${input.language}"${theme}>`)
    .replace('<!--coopline:head-->', () => frame.headTags + early + frame.siteStyle)
    .replace('<!--coopline:frame-->', () => frame.html)
  return {
    html: await prepareAnswer(html),
    contentSecurityPolicy: contentSecurityPolicy({
      ...pageSources(input.site, rules),
      styleHashes: [hashOf(css)],
      scriptHashes: [hashOf(pages.earlyScript)],
    }),
  }
}

/** Returns the hash of an inline style or script as a security policy names it. */
const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

const [stylesStart, stylesEnd] = ['<!--coopline:styles-->', '<!--/coopline:styles-->']

/** Puts the inlined styles where the template links its style sheets. */
function replaceStyles(template: string, styles: string): string {
  const [start, end] = [template.indexOf(stylesStart), template.indexOf(stylesEnd)]
  if (start === -1 || end === -1) throw new Error('The template has no mark for its styles')
  return template.slice(0, start) + styles + template.slice(end + stylesEnd.length)
}

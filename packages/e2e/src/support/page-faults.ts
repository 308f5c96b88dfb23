import type { Page } from 'playwright-core'
import { axeFindings, wholePage } from './browser.ts'
import { takePictures } from './shots.ts'
import { showTheme } from './show-theme.ts'

/** The narrowest screen on which tables are tables and not cards, in pixels. */
const smallTablet = 650

interface Looking {
  /** Axe's rules that a library's markup breaks. */
  readonly except?: readonly string[]
  /** The part to look at where the page under it was looked at before: an open dialog, for example. Axe sees nothing else. */
  readonly within?: string
}

/** Limits the check to the open dialog, for pages that were checked before it opened. */
export const inDialog = { within: 'dialog[open]' } as const

/**
 * Lists axe's findings on the open page: in both themes, and in both languages when it has its switch and is in English, which it
 * is again afterwards. It may stay dark.
 */
export async function axeFaults(page: Page, name: string, looking: Looking = {}): Promise<readonly string[]> {
  const found = [...(await themeFaults(page, name, looking))]
  await inSpanish(page, async () => found.push(...(await wordFaults(page, name, looking))))
  return found
}

/**
 * Lists the faults of the open page: what `axeFaults` lists, sideways scrolling on a tablet and at 320 px in both languages, small
 * targets.
 *
 * @param looking `foreign`: the page is drawn by a library or a provider, and the size of its targets is not ours.
 */
export async function pageFaults(
  page: Page,
  name: string,
  { foreign = false, ...looking }: Looking & { readonly foreign?: boolean } = {},
): Promise<readonly string[]> {
  await takePictures(page, name)
  const found = [...(await themeFaults(page, name, looking)), ...(await sizeFaults(page, name, foreign))]
  await inSpanish(page, async () => {
    await takePictures(page, `${name}-es`)
    found.push(...(await wordFaults(page, name, looking)), ...(await sizeFaults(page, `${name}, es`, foreign)))
  })
  return found
}

async function ruleFaults(
  page: Page,
  name: string,
  rules: 'all' | 'colors' | 'words',
  { except = [], within }: Looking,
) {
  const findings = await axeFindings(page, rules, within)
  const counted = findings.filter((finding) => !except.some((rule) => finding.startsWith(`${rule}: `)))
  return counted.map((finding) => `${name}: ${finding}`)
}

async function themeFaults(page: Page, name: string, looking: Looking): Promise<readonly string[]> {
  await showTheme(page, 'light')
  const found = await ruleFaults(page, `${name}, light`, 'all', looking)
  await showTheme(page, 'dark')
  return [...found, ...(await ruleFaults(page, `${name}, dark`, 'colors', looking))]
}

const wordFaults = (page: Page, name: string, looking: Looking) => ruleFaults(page, `${name}, es`, 'words', looking)

/** Turns the open page into Spanish, with all that is open or typed in it, and back into English. Without a switch it does nothing. */
async function inSpanish(page: Page, look: () => Promise<unknown>): Promise<void> {
  if (!(await page.evaluate(turn, 'es'))) return
  await isTurned(page, 'es')
  await look()
  await page.evaluate(turn, 'en')
  await isTurned(page, 'en')
}

async function isTurned(page: Page, language: 'en' | 'es'): Promise<void> {
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language)
  await wholePage(page)
}

/** Runs in the page. A press by the script moves no focus, and reaches the switch under an open dialog. @returns whether there is one. */
function turn(language: string): boolean {
  const button = document.querySelector<HTMLButtonElement>(`[data-ui="language-switch"][lang="${language}"]`)
  button?.click()
  return button !== null
}

async function sizeFaults(page: Page, name: string, foreign: boolean): Promise<readonly string[]> {
  const found: string[] = []
  const before = page.viewportSize()
  await page.setViewportSize({ width: smallTablet, height: 900 })
  const onTablet = await page.evaluate(measure)
  await page.setViewportSize({ width: 320, height: 640 })
  const { width, small } = await page.evaluate(measure)
  if (onTablet.width > smallTablet) found.push(`${name}: ${onTablet.width} px wide at ${smallTablet} px`)
  if (width > 320) found.push(`${name}: ${width} px wide at 320 px`)
  if (!foreign) found.push(...small.map((target) => `${name}: ${target}`))
  if (before !== null) await page.setViewportSize(before)
  return found
}

/** Runs in the page. A field's label is its target too, and the whole of an action card. Links within a sentence may be as low as their line (WCAG 2.5.8). */
function measure(): { readonly width: number; readonly small: readonly string[] } {
  const small: string[] = []
  for (const target of document.querySelectorAll('a[href], button, input, select, summary, [role="button"]')) {
    const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : []
    const boxes = [target.closest('[data-ui="action-card"]') ?? target, ...labels].map((part) =>
      part.getBoundingClientRect(),
    )
    const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))]
    const isInSentence = target.matches('p a, li a, dd a') && getComputedStyle(target).display === 'inline'
    const isShown =
      target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && height > 1
    if (isShown && !isInSentence && (width < 24 || height < 24))
      small.push(
        `${target.tagName} "${(target.textContent ?? '').trim()}" is ${Math.round(width)} × ${Math.round(height)}`,
      )
  }
  return { width: document.documentElement.scrollWidth, small }
}

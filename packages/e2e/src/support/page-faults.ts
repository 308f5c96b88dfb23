import type { Page } from 'playwright-core'
import { axeFindings } from './browser.ts'
import { takePictures } from './shots.ts'
import { showTheme } from './show-theme.ts'

/** The narrowest screen on which tables are tables and not cards, in pixels. */
const smallTablet = 650

interface Looking {
  /** Axe's rules that a library's markup breaks. */
  readonly except?: readonly string[]
  /** True when the test looks at the page in English too, in this state: other words have the same colors. */
  readonly translated?: boolean
}

/** Lists axe's findings on the open page in both themes. It may stay dark. */
export async function axeFaults(
  page: Page,
  name: string,
  { except = [], translated = false }: Looking = {},
): Promise<readonly string[]> {
  const found: string[] = []
  const look = async (colorScheme: 'light' | 'dark', rules: 'all' | 'colors' | 'structure') => {
    await showTheme(page, colorScheme)
    const findings = await axeFindings(page, rules)
    const counted = findings.filter((finding) => !except.some((rule) => finding.startsWith(`${rule}: `)))
    found.push(...counted.map((finding) => `${name}, ${colorScheme}: ${finding}`))
  }
  await look('light', translated ? 'structure' : 'all')
  if (!translated) await look('dark', 'colors')
  return found
}

/**
 * Lists the faults of the open page: axe's findings in both themes, sideways scrolling on a tablet and at 320 px, small targets.
 *
 * @param looking `foreign`: the page is drawn by a library or a provider, and the size of its targets is not ours.
 */
export async function pageFaults(
  page: Page,
  name: string,
  { foreign = false, ...looking }: Looking & { readonly foreign?: boolean } = {},
): Promise<readonly string[]> {
  await takePictures(page, name)
  const found = [...(await axeFaults(page, name, looking))]
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

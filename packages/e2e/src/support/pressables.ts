import type { Page, Route } from 'playwright-core'

/** The results of watching a page's buttons and links while it loaded. */
export interface Loading {
  /** The controls that moved or vanished while they were on the screen. */
  readonly moves: readonly string[]
  readonly presses: number
  /** The presses that did nothing. */
  readonly lost: readonly string[]
}

interface Watch {
  readonly moves: string[]
  pressed: Element | null
  hit: Element | null
}

declare global {
  interface Window {
    watchOfPressables?: Watch
  }
}

/** As high as the longest page: all that could be reached by scrolling is on the screen. */
export const longScreen = { width: 390, height: 2600 } as const

/** Watches every page that is opened from now on. Clicks are noted and do nothing. */
export async function watchPressables(page: Page): Promise<void> {
  await page.addInitScript(watchPage)
}

/** Runs in the page before its own scripts: notes where each pressable is, in every frame once the browser has read the page. */
function watchPage(): void {
  const selector = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, label'
  const watch: Watch = { moves: [], pressed: null, hit: null }
  window.watchOfPressables = watch
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 60)}”`

  let before = new Map<Element, DOMRect>()
  let namedBefore = new Map<string, Element[]>()
  const look = () => {
    requestAnimationFrame(look)
    // A frame may show a button whose text the browser has not read yet.
    if (document.readyState === 'loading') return
    const now = new Map<Element, DOMRect>()
    const named = new Map<string, Element[]>()
    for (const element of document.querySelectorAll(selector)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const { left, top, width, height } = element.getBoundingClientRect()
      // What is below the screen is not pressed. A box of one pixel is for screen readers.
      if (width < 2 || height < 2 || top > window.innerHeight) continue
      now.set(element, new DOMRect(left + window.scrollX, top + window.scrollY, width, height))
      named.set(nameOf(element), [...(named.get(nameOf(element)) ?? []), element])
    }
    for (const [element, old] of before) {
      // React draws the controls of the served frame again. Where one of several with a name was hidden, the nearest is the same one.
      const former = namedBefore.get(nameOf(element)) ?? []
      const places = (named.get(nameOf(element)) ?? []).map((one) => now.get(one) ?? old)
      const far = ({ left, top }: DOMRect) => Math.hypot(left - old.left, top - old.top)
      if (places.length !== former.length) places.sort((a, b) => far(a) - far(b))
      const place = places[places.length === former.length ? former.indexOf(element) : 0]
      const at = now.get(element) ?? (element.isConnected ? undefined : place)
      if (at === undefined) watch.moves.push(`${nameOf(element)} vanished`)
      else if (Math.abs(at.top - old.top) > 1 || Math.abs(at.left - old.left) > 1)
        watch.moves.push(
          `${nameOf(element)} moved by ${Math.round(at.left - old.left)}, ${Math.round(at.top - old.top)}`,
        )
    }
    before = now
    namedBefore = named
  }
  requestAnimationFrame(look)

  const pressableOf = ({ target }: Event) => (target instanceof Element ? target.closest(selector) : null)
  const begin = (event: Event) => {
    watch.pressed = pressableOf(event)
    watch.hit = null
  }
  const swallow = (event: Event) => {
    if (event.type === 'click') watch.hit ??= pressableOf(event)
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('mousedown', begin, true)
  for (const type of ['click', 'submit']) document.addEventListener(type, swallow, true)
}

/** Loads a page whose answers arrive one after another, the last that was asked for first, each between a press and its release. */
export async function loadSlowly(page: Page, address: string): Promise<Loading> {
  const held: Route[] = []
  const hold = (route: Route) => {
    held.push(route)
  }
  await page.route('**/api/**', hold)
  await page.goto(address, { waitUntil: 'commit' })
  // An address that leads elsewhere ends the evaluation.
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')),
  )
  const lost: string[] = []
  let presses = 0
  for (let next = await nextOf(page, held); next !== undefined; next = await nextOf(page, held)) {
    const target = await lowestPressable(page)
    if (target !== null) {
      await page.mouse.move(target.x, target.y)
      await page.mouse.down()
    }
    await answer(page, next)
    await drawn(page)
    if (target === null) continue
    await page.mouse.up()
    presses += 1
    if (!(await page.evaluate(wasHit))) lost.push(`${target.name}, when ${next.request().url()} was answered`)
  }
  await drawn(page)
  const moves = await page.evaluate(() => window.watchOfPressables?.moves ?? [])
  await page.unroute('**/api/**', hold)
  return { moves, presses, lost }
}

/** Measures the width of a page, in pixels, on this screen with text of twice the size, as set in the browser (WCAG 1.4.4). */
export async function widthWithLargeText(page: Page): Promise<number> {
  const browser = await page.context().newCDPSession(page)
  const show = async (size: number) => {
    await browser.send('Page.setFontSizes', { fontSizes: { standard: size } })
    await page.waitForFunction((px) => getComputedStyle(document.documentElement).fontSize === `${px}px`, size)
    return page.evaluate(() => document.documentElement.scrollWidth)
  }
  const width = await show(32)
  await show(16)
  await browser.detach()
  return width
}

const wasHit = (): boolean => {
  const { pressed = null, hit = null } = window.watchOfPressables ?? {}
  return pressed !== null && pressed === hit
}

/** The call that was made last, once the page makes no more. */
async function nextOf(page: Page, held: Route[]): Promise<Route | undefined> {
  if (held.length === 0) await drawn(page)
  return held.pop()
}

async function answer(page: Page, route: Route): Promise<void> {
  await route.continue().catch(() => undefined)
  const response = route.request().response()
  // A page that was left does not wait for its answers.
  await Promise.race([response.then(async (arrived) => arrived?.finished()), page.waitForTimeout(3000)]).catch(
    () => undefined,
  )
}

/** Waits for two frames and what they start. A page that is being left has no more. */
const drawn = async (page: Page): Promise<void> =>
  page
    .evaluate(
      () =>
        new Promise<void>((resolve) => {
          setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 10))), 15)
        }),
    )
    .catch(async () => page.waitForTimeout(300))

/** The middle of the lowest pressable of the page's main part. */
const lowestPressable = async (page: Page) =>
  page
    .evaluate(() => {
      const found = [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, label)')]
        .map((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          return { element, x: left + Math.min(width / 2, 40), y: top + height / 2 }
        })
        .filter(({ element, x, y }) => element.contains(document.elementFromPoint(x, y)))
        .toSorted((a, b) => b.y - a.y)[0]
      return found === undefined
        ? null
        : { x: found.x, y: found.y, name: found.element.textContent.trim().slice(0, 50) }
    })
    .catch(() => null)

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

/** A screen as high as the longest page, so that every control is on it without scrolling. */
export const longScreen = { width: 390, height: 2600 } as const

/** Watches every page that is opened from now on. Records clicks and keeps them from doing anything. */
export async function watchPressables(page: Page): Promise<void> {
  await page.addInitScript(watchPage)
}

/** Runs in the page before its own scripts. Records the position of each control in every animation frame, once the page is parsed. */
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
    // An animation frame may show a button whose text is not parsed yet.
    if (document.readyState === 'loading') return
    const now = new Map<Element, DOMRect>()
    const named = new Map<string, Element[]>()
    for (const element of document.querySelectorAll(selector)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const { left, top, width, height } = element.getBoundingClientRect()
      // Nobody presses a control below the screen. A box of one pixel is for screen readers.
      if (width < 2 || height < 2 || top > window.innerHeight) continue
      now.set(element, new DOMRect(left + window.scrollX, top + window.scrollY, width, height))
      named.set(nameOf(element), [...(named.get(nameOf(element)) ?? []), element])
    }
    for (const [element, old] of before) {
      // React replaces the controls of the served frame: a replaced control is found by its name and its place among those with that name
      // or, when their number has changed, by the nearest position.
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

/** Loads a page and answers its calls one at a time, the newest first, each between the press of a control and its release. */
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

/** Returns the newest call that was not answered, once the page makes no other one. */
async function nextOf(page: Page, held: Route[]): Promise<Route | undefined> {
  if (held.length === 0) await drawn(page)
  return held.pop()
}

async function answer(page: Page, route: Route): Promise<void> {
  await route.continue().catch(() => undefined)
  const response = route.request().response()
  // A page that was left never finishes its answers.
  await Promise.race([response.then(async (arrived) => arrived?.finished()), page.waitForTimeout(3000)]).catch(
    () => undefined,
  )
}

/** Waits for two animation frames and the work that they start. A page that is being left draws no frames. */
const drawn = async (page: Page): Promise<void> =>
  page
    .evaluate(
      () =>
        new Promise<void>((resolve) => {
          setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 10))), 15)
        }),
    )
    .catch(async () => page.waitForTimeout(300))

/** Returns the middle of the lowest control in the main part of the page; `null` when there is none. */
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

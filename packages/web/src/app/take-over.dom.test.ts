import { afterEach, expect, test, vi } from 'vitest'
import { savedMenuState } from '../portal/page/menu-state.ts'
import { leaveFrame } from './take-over.ts'

afterEach(() => {
  delete window.cooplineEarly
  document.body.innerHTML = ''
})

const markup = `
  <nav data-ui="disclosure-menu">
    <button aria-expanded="true">Menu</button>
    <ul><li><button aria-expanded="true">More</button></li></ul>
  </nav>
  <input name="username"><input name="password" type="password">
  <button>Sign Out</button><button>Details</button><button>Details</button>`

/** A root with the frame in it, and what draws the portal's own controls in its place. */
function frame() {
  document.body.innerHTML = `<div id="root">${markup}</div>`
  const root = document.getElementById('root') as HTMLElement
  const all = <T extends Element>(selector: string) => [...root.querySelectorAll<T>(selector)]
  return { root, all, draw: () => (root.innerHTML = markup) }
}

test('the new fields take over typed text, focus and caret', () => {
  const { root, all, draw } = frame()
  const [username] = all<HTMLInputElement>('input')
  if (username === undefined) throw new Error('no field')
  username.value = 'ada.lindqvist'
  username.focus()
  username.setSelectionRange(3, 5)
  const goOn = leaveFrame(root)
  draw()
  const heard = vi.fn<() => void>()
  root.addEventListener('input', heard)
  goOn()
  const [again, password] = all<HTMLInputElement>('input')
  expect([again?.value, password?.value]).toEqual(['ada.lindqvist', ''])
  expect(document.activeElement).toBe(again)
  expect([again?.selectionStart, again?.selectionEnd]).toEqual([3, 5])
  expect(heard).toHaveBeenCalledOnce()
})

test('repeats the press of the same button among similar ones, unless it was removed', () => {
  const { root, all, draw } = frame()
  const [, , , , second] = all<HTMLButtonElement>('button')
  const gone = document.createElement('button')
  gone.textContent = 'Gone'
  root.append(gone)
  const end = vi.fn<() => void>()
  window.cooplineEarly = {
    answers: new Map(),
    presses: new Set([second as HTMLButtonElement, gone]),
    end,
    afterPress: (work) => work(),
    giveUp: () => undefined,
  }
  const goOn = leaveFrame(root)
  draw()
  const pressed: (Element | null)[] = []
  root.addEventListener('click', ({ target }) => pressed.push(target as Element))
  goOn()
  expect(end).toHaveBeenCalledOnce()
  expect(pressed).toEqual([all('button')[4]])
})

test('keeps the menu open or closed, and draws it once', () => {
  const { root } = frame()
  const goOn = leaveFrame(root)
  expect(savedMenuState()).toEqual({ unfolded: true, open: 'More' })
  goOn()
  expect(savedMenuState()).toBeNull()
})

test('the submit button of a form is pressed again although the page is now in the other language', () => {
  document.body.innerHTML = '<div id="root"><form><button type="submit">Sign In</button></form></div>'
  const root = document.getElementById('root') as HTMLElement
  const presses = new Set([root.querySelector('button') as HTMLButtonElement])
  window.cooplineEarly = {
    answers: new Map(),
    presses,
    end: () => undefined,
    afterPress: (work) => work(),
    giveUp: () => undefined,
  }
  const goOn = leaveFrame(root)
  root.innerHTML = '<form><button type="submit">Iniciar sesión</button></form>'
  const submitted = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  root.addEventListener('submit', submitted)
  goOn()
  expect(submitted).toHaveBeenCalledOnce()
})

test('answers that no page requests are stopped after a while', () => {
  vi.useFakeTimers()
  const { root } = frame()
  const stop = vi.fn<() => void>()
  const early = { headers: {}, answer: new Promise<Response>(() => undefined), stop }
  window.cooplineEarly = {
    answers: new Map([['/api/v3/site', early]]),
    presses: new Set(),
    end: () => undefined,
    afterPress: (work) => work(),
    giveUp: () => undefined,
  }
  leaveFrame(root)()
  vi.advanceTimersByTime(4_999)
  expect(stop).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(stop).toHaveBeenCalledOnce()
  expect(window.cooplineEarly.answers.size).toBe(0)
  vi.useRealTimers()
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { aSite } from '../test-support/a-site.ts'
import { routes } from './routes.tsx'
import { startPortal } from './start-portal.tsx'

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
})

afterEach(() => {
  delete window.cooplineEarly
  document.body.innerHTML = ''
})

it('keeps the frame while a press is under way, and counts the press', async () => {
  window.history.replaceState(null, '', '/home')
  const start = JSON.stringify({ site: aSite(), language: 'en' }).replaceAll('<', String.raw`\u003c`)
  document.body.innerHTML = `<script type="application/json" id="coopline-start">${start}</script><div id="root"><button lang="es">Español</button></div>`
  const root = document.querySelector<HTMLElement>('#root')
  const button = document.querySelector('button')
  if (root === null || button === null) throw new Error('There is no frame')
  let endPress: (() => void) | undefined
  const afterPress = (work: () => void) => {
    endPress = work
  }
  const presses = new Set<HTMLButtonElement>()
  const nothing = () => undefined
  window.cooplineEarly = { answers: new Map(), presses, end: nothing, giveUp: nothing, afterPress }
  const started = startPortal(root, routes)
  await expect.poll(() => endPress).toBeDefined()
  expect(button.isConnected).toBe(true)
  presses.add(button)
  endPress?.()
  await started
  expect(button.isConnected).toBe(false)
  await expect.poll(() => document.documentElement.lang).toBe('es')
})

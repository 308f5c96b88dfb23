import type { Language } from '@coopline/rules/kernel/problem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { routes } from '../../app/routes.tsx'
import { startPortal } from '../../app/start-portal.tsx'
import { startLanguage } from '../../portal/text/language.ts'
import { call } from '../../portal/call/call.ts'
import { requestHeaders } from '../../portal/call/api-request.ts'
import { dropEarlyAnswersSoon, takeEarlyAnswer } from '../../portal/call/early-work.ts'
import { CallFailed } from '../../portal/call/call-failed.ts'
import { loadTexts } from '../../portal/text/text-store.ts'
import { startTheme } from '../../portal/page/theme-choice.ts'
import { answerCalls, aProblem, type SentCall } from '../../test-support/answers.ts'
import { aSite } from '../../test-support/a-site.ts'
import { renderFrame } from '../frame.tsx'
import { beginEarly } from './main.ts'

vi.mock('../../portal/text/text-store.ts', { spy: true })

const accountsLine = 'GET /v3/members/1001/accounts'
const settingsLine = 'GET /v3/site/ats-config-settings'
const member = { accessToken: 'token-1', memberNumber: '1001', memberMfaEnabled: false }

beforeEach(() => {
  window.history.replaceState(null, '', '/accountoverview')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  window.cooplineEarly?.end()
  delete window.cooplineEarly
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'coopline_theme=; Path=/; Max-Age=0'
  document.cookie = 'coopline_language=; Path=/; Max-Age=0'
  delete document.documentElement.dataset['theme']
  document.body.innerHTML = ''
  document.head.innerHTML = ''
})

/** Shows the served page of a path and runs its script. */
function serve(path: string, hasSession = false, preloads = '', language: Language = 'en', site = aSite()): void {
  window.cooplineEarly?.end()
  const { html, headTags } = renderFrame({ path, site, language, theme: 'system', hasSession })
  document.body.innerHTML = `${headTags}${preloads}<div id="root">${html}</div>`
  beginEarly()
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as querySelector has it.
const element = <T extends Element>(selector: string): T => {
  const found = document.querySelector<T>(selector)
  if (found === null) throw new Error(`There is no ${selector}`)
  return found
}

test('colors and language are kept where the portal looks for them, and where the server does', () => {
  serve('/home')
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const colors = element<HTMLSelectElement>('[data-ui="theme-switch"] select')
  colors.value = 'dark'
  colors.dispatchEvent(new Event('change', { bubbles: true }))
  element<HTMLButtonElement>('[data-ui="language-switch"]').click()
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect([startTheme(), startLanguage('en', [])]).toEqual(['dark', 'es'])
  expect(document.cookie).toContain('coopline_theme=dark')
  expect(document.cookie).toContain('coopline_language=es')
  expect(reload).toHaveBeenCalledOnce()
})

test('a press opens the links of More, and the next press closes them', () => {
  serve('/home')
  const more = [...document.querySelectorAll<HTMLButtonElement>('[data-ui="disclosure-menu"] li > button')].at(-1)
  const links = more?.nextElementSibling
  const state = () => [more?.getAttribute('aria-expanded'), links?.hasAttribute('hidden')]
  expect(state()).toEqual(['false', true])
  more?.click()
  expect(state()).toEqual(['true', false])
  more?.click()
  expect(state()).toEqual(['false', true])
})

test('the page is not loaded in the other language while a field holds what was typed', () => {
  serve('/login')
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  element<HTMLInputElement>('input[name="username"]').value = 'ada'
  element<HTMLButtonElement>('[data-ui="language-switch"]').click()
  expect(reload).not.toHaveBeenCalled()
  expect(startLanguage('en', [])).toBe('es')
})

test('a form that is sent stays on the page and is remembered', () => {
  serve('/login')
  const button = element<HTMLButtonElement>('form button[type="submit"]')
  const sent = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button })
  element('form').dispatchEvent(sent)
  expect(sent.defaultPrevented).toBe(true)
  expect([...(window.cooplineEarly?.presses ?? [])]).toEqual([button])
})

test('a form whose field changes after it was sent is not sent when the scripts come', () => {
  serve('/login')
  const button = element<HTMLButtonElement>('form button[type="submit"]')
  element('form').dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button }))
  expect(button.getAttribute('aria-busy')).toBe('true')
  element('input[name="password"]').dispatchEvent(new Event('input', { bubbles: true }))
  expect([...(window.cooplineEarly?.presses ?? [])]).toEqual([])
  expect(button.getAttribute('aria-busy')).toBeNull()
})

test.each([
  ['en', 'This page did not load completely. Check your internet connection and reload the page.'],
  ['es', 'La página no se cargó por completo. Revise su conexión a Internet y vuelva a cargarla.'],
] as const)('a script that does not load ends the wait and offers to load the page again, in %s', (language, said) => {
  serve('/login', false, '', language)
  const notice = element<HTMLElement>('#coopline-not-loaded')
  const button = element<HTMLButtonElement>('form button[type="submit"]')
  element('form').dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button }))
  expect([notice.hidden, button.getAttribute('aria-busy')]).toEqual([true, 'true'])
  const script = document.createElement('script')
  script.type = 'module'
  document.body.append(script)
  script.dispatchEvent(new Event('error'))
  expect([notice.hidden, button.getAttribute('aria-busy')]).toEqual([false, null])
  expect(notice.textContent).toContain(said)
  expect(document.activeElement).toBe(notice.querySelector('a[href=""]'))
  expect([...(window.cooplineEarly?.presses ?? [])]).toEqual([])
})

test('texts that do not load do the same, and stop the first reads', async () => {
  localStorage.setItem('mcp_currentUser', JSON.stringify(member))
  const calls = answerCalls({ [accountsLine]: new Promise(() => undefined) })
  serve('/accountoverview', true)
  expect(calls.length).toBeGreaterThan(0)
  vi.mocked(loadTexts).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  await expect(startPortal(element<HTMLElement>('#root'), routes)).rejects.toThrow('Failed to fetch')
  expect(element<HTMLElement>('#coopline-not-loaded').hidden).toBe(false)
  expect(calls[0]?.init.signal?.aborted).toBe(true)
})

test("hides a member's page from who is not signed in in this browser, until the portal leads them to sign in", () => {
  const isHidden = () => document.documentElement.hasAttribute('data-signed-out')
  serve('/billpayments/pay-multiple', true)
  expect(isHidden()).toBe(true)
  window.cooplineEarly?.end()
  expect(isHidden()).toBe(false)
  localStorage.setItem('mcp_currentUser', JSON.stringify(member))
  serve('/billpayments/pay-multiple', true)
  expect(isHidden()).toBe(false)
})

test('the outages and the areas are read for every visitor, and the portal takes each answer once', async () => {
  window.history.replaceState(null, '', '/outages')
  const answers = { 'GET /v3/outages': { incidentCount: 0 }, 'GET /v3/outages/territory': { features: [] } }
  const calls = answerCalls(answers)
  serve('/outages', false, '', 'en', aSite({ features: ['Outage'], settings: { publicOutages: true } }))
  expect(calls.map(({ line }) => line)).toEqual(Object.keys(answers))
  expect(calls[0]?.init.headers).not.toHaveProperty('authorization')
  for (const line of ['GET /v3/outages', 'GET /v3/outages/territory'] as const)
    expect(await call(line, {})).toEqual(answers[line])
  expect(calls).toHaveLength(2)
  await call('GET /v3/outages', {})
  expect(calls).toHaveLength(3)
})

describe('the first reads of an overview', () => {
  const answers = {
    [accountsLine]: { totalRecords: 1, results: [{ accountNumber: '100100101' }] },
    [settingsLine]: { results: [] },
    [`${accountsLine}/100100101`]: { accountNumber: '100100101' },
    [`${accountsLine}/100100101/payments`]: { results: [] },
    [`${accountsLine}/100100101/bills`]: { results: [] },
  }
  const linesOf = (calls: readonly SentCall[]) => calls.map(({ line }) => line).toSorted()

  test('start in the page with the token of who is stored, and the portal takes each of them once', async () => {
    localStorage.setItem('mcp_currentUser', JSON.stringify(member))
    const calls = answerCalls(answers)
    serve('/accountoverview', true)
    await expect.poll(() => linesOf(calls)).toEqual(Object.keys(answers).toSorted())
    expect(calls.find(({ line }) => line === accountsLine)?.init.headers).toMatchObject({
      authorization: 'Bearer token-1',
    })
    const input = { params: { memberNumber: '1001' }, query: { pageSize: '5' }, bearer: 'token-1' }
    const line = 'GET /v3/members/{memberNumber}/accounts'
    expect(await call(line, input)).toEqual(answers[accountsLine])
    expect(calls).toHaveLength(5)
    await call(line, input)
    expect(calls).toHaveLength(6)
  })

  test('are sent before the script preloads, which would take all connections', () => {
    localStorage.setItem('mcp_currentUser', JSON.stringify(member))
    const preloads = () => document.head.querySelectorAll('link[rel="modulepreload"]').length
    const preloadsAtCall: number[] = []
    vi.stubGlobal('fetch', async () => {
      preloadsAtCall.push(preloads())
      return new Promise(() => undefined)
    })
    const link = '<link rel="modulepreload" href="/assets/page.js">'
    serve('/accountoverview', true, `<template id="coopline-preloads">${link}</template>`)
    expect([preloadsAtCall, preloads()]).toEqual([[0, 0], 1])
  })

  test('are those of the account that the tab is about, but not of one that another member has chosen', async () => {
    localStorage.setItem('mcp_currentUser', JSON.stringify(member))
    sessionStorage.setItem('mcp_selectedAccount', JSON.stringify({ memberNumber: '1001', accountNumber: '200' }))
    const calls = answerCalls(answers)
    serve('/accountoverview', true)
    expect(calls.map(({ address }) => address)).toContain('/api/v3/members/1001/accounts?pageSize=5&first=200')
    expect(calls.map(({ line }) => line)).toContain(`${accountsLine}/200/bills`)
    sessionStorage.setItem('mcp_selectedAccount', JSON.stringify({ memberNumber: '1002', accountNumber: '200' }))
    const others = answerCalls(answers)
    serve('/accountoverview', true)
    expect(others.map(({ address }) => address)).toContain('/api/v3/members/1001/accounts?pageSize=5')
  })

  test('an account that the address names is read only when the list says that it is the member’s', async () => {
    localStorage.setItem('mcp_currentUser', JSON.stringify(member))
    window.history.replaceState(null, '', '/accountoverview?accountno=999')
    const calls = answerCalls(answers)
    serve('/accountoverview', true)
    await expect.poll(() => linesOf(calls)).toEqual([accountsLine, settingsLine])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(calls).toHaveLength(2)
  })

  test('are not started for a visitor, for who still owes a code, and without the cookie of a session', () => {
    const calls = answerCalls(answers)
    serve('/accountoverview', true)
    localStorage.setItem('mcp_currentUser', JSON.stringify({ ...member, accessToken: '', memberNumber: '' }))
    serve('/accountoverview', true)
    localStorage.setItem('mcp_currentUser', JSON.stringify(member))
    serve('/accountoverview', false)
    expect(calls).toEqual([])
  })

  describe('whose list of accounts comes late', () => {
    let answerList: (answer: Response) => void = () => undefined
    const callsBefore: string[] = []
    beforeEach(() => {
      callsBefore.length = 0
      localStorage.setItem('mcp_currentUser', JSON.stringify(member))
      vi.stubGlobal('fetch', async (address: string) => {
        callsBefore.push(address)
        return new Promise<Response>((resolve) => {
          if (address.includes('/accounts?')) answerList = resolve
        })
      })
      serve('/accountoverview', true)
    })
    const list = async () => {
      answerList(Response.json(answers[accountsLine]))
      await new Promise((resolve) => setTimeout(resolve, 20))
      return callsBefore.filter((address) => address.includes('/accounts/100100101'))
    }

    test('early reads continue with the account while the portal waits for it', async () => {
      expect(await list()).toHaveLength(3)
    })

    test('early reads do not continue with a token that another tab has renewed', async () => {
      localStorage.setItem('mcp_currentUser', JSON.stringify({ ...member, accessToken: 'token-2' }))
      expect(await list()).toEqual([])
    })

    test('stop once the portal accepts no more answers', async () => {
      const headers = requestHeaders({ bearer: 'token-1' })
      expect(takeEarlyAnswer('/api/v3/members/1001/accounts?pageSize=5', headers)).toBeDefined()
      vi.useFakeTimers()
      dropEarlyAnswersSoon()
      vi.advanceTimersByTime(5_000)
      vi.useRealTimers()
      expect(await list()).toEqual([])
    })
  })

  test('the first reads of the payment page are what can be paid and how, without the list of accounts', () => {
    localStorage.setItem('mcp_currentUser', JSON.stringify(member))
    window.history.replaceState(null, '', '/billpayments/pay-multiple?accountno=100100101')
    const calls = answerCalls({})
    serve('/billpayments/pay-multiple', true)
    const own = 'GET /v3/members/1001'
    expect(linesOf(calls)).toEqual([
      `${own}/payment-methods`,
      `${own}/payments/amounts`,
      `${own}/payments/settings`,
      `${own}/payments/tax`,
    ])
  })

  test('an answer to one member is not given to another', async () => {
    localStorage.setItem('mcp_currentUser', JSON.stringify(member))
    const calls = answerCalls({ ...answers, [accountsLine]: aProblem(401) })
    serve('/accountoverview', true)
    const callsBefore = calls.length
    const input = { params: { memberNumber: '1001' }, query: { pageSize: '5' }, bearer: 'token-2', quiet: true }
    await expect(call('GET /v3/members/{memberNumber}/accounts', input)).rejects.toBeInstanceOf(CallFailed)
    expect(calls).toHaveLength(callsBefore + 1)
    expect(calls.at(-1)?.init.headers).toMatchObject({ authorization: 'Bearer token-2' })
  })
})

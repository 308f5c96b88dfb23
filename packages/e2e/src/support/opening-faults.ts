import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isOfOlderBrowser, phone, type Visitor, wholePage } from './browser.ts'
import { hasTakenOver } from './keyboard.ts'

/** English words of the cooperative's systems that the portal must translate. */
const untranslated = /\b(?:Electric|Water|Past Due)\b/u

/** Lists the addresses of the portal in the menu of the open page. */
export async function menuOf(page: Page): Promise<readonly string[]> {
  await expect.poll(() => hasTakenOver(page)).toBe(true)
  const links = page.locator('[data-ui="header"] [data-ui="disclosure-menu"] a[href^="/"]')
  return [...new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))]
}

/** Opens a page of the menu on a phone and lists the faults of its answer, address, parts, width, words and scripts. */
export async function openingFaults(
  visitor: Visitor,
  origin: string,
  path: string,
  language: 'en' | 'es',
): Promise<readonly string[]> {
  const { page, complaints } = visitor
  const answer = await page.goto(origin + path)
  await expect.poll(() => hasTakenOver(page)).toBe(true)
  await wholePage(page)
  const seen = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    headings: document.querySelectorAll('h1').length,
    width: document.documentElement.scrollWidth,
    alerts: [...document.querySelectorAll<HTMLElement>('main [role=alert]')].map((alert) => alert.innerText),
    text: document.querySelector('main')?.innerText ?? '',
  }))
  const scriptErrors = complaints.splice(0).filter((complaint) => !isOfOlderBrowser(complaint))
  const isFaulty = {
    [`answers ${answer?.status()}`]: answer?.status() !== 200,
    'leads home': path !== paths.home() && new URL(page.url()).pathname === paths.home(),
    'has no title': (await page.title()) === '',
    [`is in ${seen.lang}`]: seen.lang !== language,
    [`has ${seen.headings} main headings`]: seen.headings !== 1,
    [`is ${seen.width} px wide`]: seen.width > phone.width,
    [`warns: ${seen.alerts.join()}`]: seen.alerts.length > 0,
    [`says ${untranslated.exec(seen.text)?.[0]}`]: language === 'es' && untranslated.test(seen.text),
    [scriptErrors.join()]: scriptErrors.length > 0,
  }
  return Object.entries(isFaulty).flatMap(([fault, isSo]) => (isSo ? [`${path} ${fault}`] : []))
}

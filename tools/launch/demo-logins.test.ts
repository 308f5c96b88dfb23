import { expect, it } from 'vitest'
import { demoLoginLines, listDemoUsernames } from './demo-logins.ts'

it('lists the username of every demo member once, those without an account included', () => {
  const names = listDemoUsernames()
  expect(names[0]).toBe('ada.lindqvist')
  expect(names).toContain('nia.empty')
  expect(names.length).toBeGreaterThan(20)
  expect(names.every((name) => /^[a-z]+\.[a-z]+$/u.test(name))).toBe(true)
  const lines = demoLoginLines()
  expect(lines.join(' ').split(/[ ,…]+/u)).toEqual(expect.arrayContaining(names.slice(1)))
  expect(lines.every((line) => line.length <= 120)).toBe(true)
})

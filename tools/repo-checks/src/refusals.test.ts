import { expect, test } from 'vitest'
import { sentencesOfRefusalsIn } from './refusals.ts'
import { isTest, listFiles, read } from './source-files.ts'

/** The places that turn refusals into sentences, each with the reason. Nothing may be added without one. */
const writers: Readonly<Record<string, string>> = {
  'platform/http/to-problem.ts': 'the only place where an error becomes an answer',
  'features/site/site/run-settings-command.ts': 'the command line',
  'features/site/system-api/api-keys.command.ts': 'the command line',
  'features/staff/staff-settings/apply-planned-changes.job.ts': 'stored for staff, who read it later',
  'features/paying/auto-pay/auto-pay-source.ts': 'part of a message to the member',
  'features/paying/scheduled-payments/charge-when-due.ts': 'part of a message to the member',
  'features/accounts/average-billing/update-billing.ts': 'an answer has the result of each account',
}

const server = 'packages/server/src/'

test('only to-problem.ts, commands and messages turn the code of a refusal into a sentence', () => {
  const files = listFiles(/^packages\/server\/src\/(?:features|platform|cli)\/.+\.ts$/u).filter((file) => !isTest(file))
  const places = files.flatMap((file) => sentencesOfRefusalsIn(file, read(file)))
  const of = (place: string) => place.slice(server.length).split(':')[0] ?? ''
  expect(
    places.filter((place) => !(of(place) in writers)),
    'Throw `Refused(refusal(messages, code))` without a sentence; to-problem.ts writes it in the language of the caller',
  ).toEqual([])
  expect([...new Set(places.map(of))].toSorted()).toEqual(Object.keys(writers).toSorted())
})

test('sentences of refusals are found where a use case writes one, and nowhere else', () => {
  const faults = [
    "throw new Refused(new Refusal('a', () => say('a', language)))",
    "throw new Conflict(refusal((code) => say(code, request.language), 'a'))",
    "import type { ProblemEntry } from '@coopline/contract/problem-body'",
    "const text = error.refusals[0]?.sentenceIn('en')",
    'export async function refund(deps: Deps): Promise<RefundRefusal | null> {\n  return null\n}',
  ]
  for (const source of faults) expect(sentencesOfRefusalsIn('a.ts', source), source).toHaveLength(1)
  const good = [
    "throw new Refused(refusal(say, 'a', 'field'))",
    "throw new Refused(new Refusal('a', (language) => say(until, language)))",
    "await insertMessage(tx, { ...mail(facts, request.language), language: 'en' })",
    'export function check(form: Form): FormProblem | null {\n  return null\n}',
    'export async function load(deps: Deps): Promise<Account> {\n  return deps.account\n}',
  ]
  for (const source of good) expect(sentencesOfRefusalsIn('a.ts', source), source).toEqual([])
})

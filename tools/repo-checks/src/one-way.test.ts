import { basename } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { isTest, listFiles, read } from './source-files.ts'

/** Tells whether a file of a feature asks which kind of caller it got, which the endpoint has decided. */
const checksCaller = (source: string): boolean => /\bcaller\??\.kind\b/iu.test(source)

const byHand = /(?:[=!]==|\bincludes\(|\bindexOf\(|\bstartsWith\(|\bcase)\s*'--/u

/** Tells whether a file compares words of a command with an option itself. `util.parseArgs` does that. */
const parsesByHand = (source: string): boolean => byHand.test(source)

/** A flag, or a `.current`, that stops an action when it is set. */
const flagGuard = /if \((?<flag>\w+|\w+\.current(?: !== null)?)\) (?:return|\{\s*return)/gu
const pendingGuard =
  /if \([^\n]*(?:\bisPending|\bisBusy|\bbusy)\) return;?$|if \(!(?:\w+\.)?(?:isPending|isBusy|busy)\)/mu

/**
 * Tells whether a file keeps a second press from starting an action again by itself: by a flag that it sets and clears, or by the state
 * of the last render, which may be older than the press.
 */
function guardsByHand(source: string): boolean {
  const flags = [...source.matchAll(flagGuard)].map(({ groups }) => groups?.['flag']?.replace(' !== null', '') ?? '')
  const isSetAndCleared = (flag: string) =>
    source.includes(`${flag} = true`) ? source.includes(`${flag} = false`) : source.includes(`${flag} = null`)
  return pendingGuard.test(source) || flags.some(isSetAndCleared)
}

const depsType = /^: (?:Pick<)?\w*Deps\b(?!.*=>)/su
const txType = /^: (?:Tx|Executor)\b/u

/** Lists the functions of a source that take their dependencies, or the transaction after them, in another place than first and second. */
function findOtherOrders(file: string, source: string): readonly string[] {
  const found: string[] = []
  new Visitor({
    FunctionDeclaration({ id, params }) {
      const types = params.map((param) => source.slice(...typeRangeOf(param)))
      const deps = types.findIndex((type) => depsType.test(type))
      const tx = types.findIndex((type) => txType.test(type))
      if (deps > 0 || (deps === 0 && tx > 1)) found.push(id?.name ?? '')
    },
  }).visit(parseSync(file, source).program)
  return found
}

function typeRangeOf(param: object): [number, number] {
  const named = 'left' in param ? (param.left as object) : param
  const type = 'typeAnnotation' in named ? (named.typeAnnotation as { start: number; end: number } | null) : null
  return type ? [type.start, type.end] : [0, 0]
}

const declaredJob = /^export const (?<name>\w+)(?:: [^=]+)? = (?:scheduledJob|queuedJob|job)\b/gmu

/** `record-public-report.job.ts` is the file of `recordPublicReportJob`. */
const jobOf = (file: string): string =>
  `${basename(file, '.job.ts').replaceAll(/-(?<letter>[a-z])/gu, (_, letter: string) => letter.toUpperCase())}Job`

/** Finds the reason why a file declares or registers jobs in another way than the one; `null` when it does not. */
function refuseJobs(file: string, source: string): string | null {
  if (file.startsWith('packages/server/src/platform/jobs/')) return null
  const declared = [...source.matchAll(declaredJob)].map(({ groups }) => groups?.['name'] ?? '')
  if (/\bjobs\.(?:handle|every)\(/u.test(source)) return 'scheduledJob or queuedJob registers a job'
  if (!file.endsWith('.job.ts'))
    return declared.length === 0 ? null : 'a job stands in a file of its own, <name>.job.ts'
  return declared.length === 1 && declared[0] === jobOf(file)
    ? null
    : `the file declares ${jobOf(file)} and no other job`
}

const views = /\.(?:page|form|dialog|card|table|tab)\.tsx$/u

/** Tells whether the file of a view exports it under the name of the file: `leave.dialog.tsx` exports `LeaveDialog`. */
function exportsView(file: string, source: string): boolean {
  const name = basename(file, '.tsx').replaceAll(/[-.]/gu, '').toLowerCase()
  return [...source.matchAll(/^export (?:default )?(?:function|const) (?<name>\w+)/gmu)].some(
    ({ groups }) => groups?.['name']?.toLowerCase() === name,
  )
}

const server = listFiles(/^packages\/server\/src\/.+\.ts$/u).filter((file) => !isTest(file))
const features = server.filter((file) => file.startsWith('packages/server/src/features/'))

describe('callers', () => {
  test('no feature asks for the kind of a caller: the endpoint types it, and the mount checks it', () => {
    expect(features.length).toBeGreaterThan(500)
    expect(features.filter((file) => checksCaller(read(file)))).toEqual([])
  })

  test.each([
    ["if (caller.kind !== 'member') throw new NotSignedIn()", true],
    ["const isStaff = call.caller.kind === 'staff'", true],
    ['const { memberNumber } = caller', false],
  ])('a feature that asks is found: %s', (source, isFound) => {
    expect(checksCaller(source)).toBe(isFound)
  })
})

describe('order of arguments', () => {
  test('dependencies are first, and the transaction is second', () => {
    expect(server.flatMap((file) => findOtherOrders(file, read(file)).map((name) => `${file} ${name}`))).toEqual([])
  })

  test.each([
    ['function pay(tx: Tx, deps: Deps) {}', ['pay']],
    ["function pay(tx: Tx, { clock }: Pick<Deps, 'clock'>, amount = 0) {}", ['pay']],
    ['function pay(deps: PayDeps, amount: Cents, tx: Tx) {}', ['pay']],
    ['function run(args: readonly string[], deps: Deps) {}', ['run']],
    ['function pay(deps: Deps, tx: Tx, amount: Cents) {}', []],
    ['function store(tx: Tx, amount: Cents) {}', []],
    ['function every(cron: string, run: (deps: Deps) => void) {}', []],
  ])('a function of another order is found: %s', (source, expected) => {
    expect(findOtherOrders('a.ts', source)).toEqual(expected)
  })
})

describe('commands', () => {
  test('no command looks for its options itself: util.parseArgs does', () => {
    // Every command takes `--help`, before it is known what else it takes.
    const files = server.filter((file) => /command/u.test(file.replace('/cli/', '/command/')))
    expect(files.length).toBeGreaterThan(50)
    const found = files.filter((file) => parsesByHand(read(file)))
    expect(found).toEqual(['packages/server/src/cli/run-coopline.ts'])
  })

  test.each([
    ["if (flag !== '--date') return wrong", true],
    ["const isDry = args.includes('--dry-run')", true],
    ["words.filter((word) => !word.startsWith('--'))", true],
    ['const { date } = parseArgs({ args, options }).values', false],
    ["runPaymentsCommand(['reject', '--by', 'Dana'], deps)", false],
  ])('a command that does is found: %s', (source, isFound) => {
    expect(parsesByHand(source)).toBe(isFound)
  })
})

describe('views', () => {
  test('the file of a page, form, dialog, card, table or tab exports it under its name', () => {
    const files = listFiles(/^packages\/web\/src\/.+\.tsx$/u).filter((file) => views.test(file) && !isTest(file))
    expect(files.length).toBeGreaterThan(150)
    // The three results of scheduling a payment are one page with three addresses.
    const three = 'packages/web/src/features/paying/scheduled-payments/schedule-result.page.tsx'
    expect(files.filter((file) => !exportsView(file, read(file)))).toEqual([three])
  })

  test.each([
    ['leave.dialog.tsx', 'export function LeaveDialog() {}', true],
    ['stop-autopay.page.tsx', 'export function StopAutoPayPage() {}', true],
    ['leave.dialog.tsx', 'export function Leave() {}', false],
    ['leave.dialog.tsx', 'export function LeavePage() {}', false],
  ])('a view of another name is found: %s, %s', (file, source, isRight) => {
    expect(exportsView(file, source)).toBe(isRight)
  })
})

describe('jobs', () => {
  test('each has a file of its name, which holds its schedule', () => {
    const files = server.filter((file) => !file.startsWith('packages/server/src/testing/'))
    expect(files.filter((file) => file.endsWith('.job.ts')).length).toBeGreaterThan(25)
    const refused = files.flatMap((file) => {
      const reason = refuseJobs(file, read(file))
      return reason === null ? [] : [[file, reason]]
    })
    // Delivery needs the senders of the process, which the portal opens.
    expect(refused).toEqual([['packages/server/src/portal.ts', 'scheduledJob or queuedJob registers a job']])
  })

  const feature = 'packages/server/src/features/staff/a/'
  test.each([
    [
      `${feature}end-views.job.ts`,
      "export const endViewsJob = scheduledJob('a.end', '* * * * *', endViews)",
      /allowed/u,
    ],
    [`${feature}end-views.ts`, 'export function endViews() {}', /allowed/u],
    [
      `${feature}end-views.job.ts`,
      "export const endJob = scheduledJob('a.end', '* * * * *', endViews)",
      /endViewsJob/u,
    ],
    [`${feature}end-views.job.ts`, 'export function endViews() {}', /endViewsJob/u],
    [`${feature}end-views.ts`, "export const endViewsJob = queuedJob('a.end', endViews)", /of its own/u],
    [`${feature}a.routes.ts`, "deps.jobs.every('* * * * *', endViewsJob)", /registers/u],
  ])('a job that is declared or registered in another way is found: %s %s', (file, source, reason) => {
    expect(refuseJobs(file, source) ?? 'allowed').toMatch(reason)
  })
})

describe('single flight', () => {
  test('no page keeps a second press away by itself: `useTask` or `useSingleFlight` does', () => {
    const web = listFiles(/^packages\/web\/src\/.+\.tsx?$/u).filter((file) => !isTest(file))
    expect(web.length).toBeGreaterThan(500)
    expect(web.filter((file) => guardsByHand(read(file)))).toEqual(['packages/web/src/portal/call/single-flight.ts'])
  })

  test.each([
    [
      'if (isUnderWay.current) return\nisUnderWay.current = true\ntask().finally(() => { isUnderWay.current = false })',
      true,
    ],
    ['if (underWay.current !== null) return\nunderWay.current = task()\nunderWay.current = null', true],
    ['if (isAsking) {\n  return\n}\nisAsking = true\nawait ask()\nisAsking = false', true],
    ['if (send.isPending) return\nsend.mutate({ body })', true],
    ['if (!canSearch(wanted) || send.isPending) return\nsend.mutate({ body })', true],
    ['if (!isBusy) onSubmit(name)', true],
    ['if (isPending) return <Skeleton height="32rem" />', false],
    ['if (!flight.begin()) return\nawait task()\nflight.end()', false],
    ['if (hasBegun.current) return\nhasBegun.current = true', false],
  ])('a page that does is found: %j', (source, isFound) => {
    expect(guardsByHand(source)).toBe(isFound)
  })
})

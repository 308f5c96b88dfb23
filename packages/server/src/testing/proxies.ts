import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@coopline/testing/free-port'

const shipped = (file: string) => readFileSync(join(import.meta.dirname, '../../../../deploy/proxy', file), 'utf8')

/** The ports of the portal and of the process that stands in for it. */
export type Upstreams = readonly [portal: number, standby: number]

export interface ProxyInTest {
  /** Port for https. */
  readonly port: number
  readonly stop: () => Promise<void>
}

type Started = Pick<ProxyInTest, 'port'> & { readonly child: ChildProcess }

/** Both proxies of `deploy/proxy`, with their shipped files; only ports, certificates and logs differ. */
export const proxies = { nginx: startNginx, Caddy: startCaddy } as const

export const hasProxy = (name: keyof typeof proxies): boolean =>
  spawnSync(name.toLowerCase(), [name === 'nginx' ? '-v' : 'version']).status === 0

const withPorts = (text: string, [portal, standby]: Upstreams): string =>
  text.replaceAll('127.0.0.1:8080', `127.0.0.1:${portal}`).replaceAll('127.0.0.1:8081', `127.0.0.1:${standby}`)

async function startNginx(folder: string, upstreams: Upstreams): Promise<ProxyInTest> {
  const port = await freePort()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost']
  spawnSync('openssl', [...request, '-keyout', key, '-out', certificate])
  const server = withPorts(shipped('nginx.conf.example'), upstreams)
    .replaceAll(/^ *listen \[::\].*$/gmu, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('portal.example.com;', 'localhost;')
    .replace(/ssl_certificate_key .*;/u, `ssl_certificate_key ${key};`)
    .replace(/ssl_certificate  .*;/u, `ssl_certificate ${certificate};`)
    .replaceAll(/access_log \/.*;/gu, 'access_log off;')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  const file = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `daemon off; ${user} worker_processes 2; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'nginx.log')};
events {}
http { ${paths.join(' ')}
${server}
}`,
  )
  return started({ port, child: spawn('nginx', ['-c', file], { stdio: 'ignore' }) })
}

async function startCaddy(folder: string, [portal, standby]: Upstreams): Promise<ProxyInTest> {
  const port = await freePort()
  const file = join(folder, 'Caddyfile')
  const options = `{
	admin off
	skip_install_trust
	http_port ${await freePort()}
	https_port ${port}
`
  writeFileSync(file, shipped('Caddyfile').replace(/^\{\n/mu, options))
  const env = {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: folder,
    PORTAL_HOST: 'localhost',
    PORTAL_UPSTREAM: `127.0.0.1:${portal}`,
    PORTAL_STANDBY: `127.0.0.1:${standby}`,
  }
  const words = ['run', '--adapter', 'caddyfile', '--config', file]
  return started({ port, child: spawn('caddy', words, { env, stdio: 'ignore' }) })
}

function started({ port, child }: Started): ProxyInTest {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { port, stop }
}

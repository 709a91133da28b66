/** What docs/server.md gives to a container, Kubernetes or systemd cannot run here: what it names must be there, and its commands be taken. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { createProgram } from '../../src/cli/program.ts'
import { readServer } from '../../src/core/api/http/public-address.ts'
import { root, withCore, withFolder } from '../core/trial-core.ts'
import { runProgram } from '../packaging/run-program.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const containerfile = read('Containerfile')
const compose = z
  .object({
    services: z.object({
      mintdesk: z.object({
        command: z.array(z.string()),
        volumes: z.array(z.string()),
        build: z.object({ context: z.string(), dockerfile: z.string() }),
      }),
      caddy: z.object({ environment: z.object({ UPSTREAM: z.string() }), volumes: z.array(z.string()) }),
    }),
    secrets: z.object({ passphrase: z.object({ file: z.string() }) }),
  })
  .parse(parse(read('resources/server/compose.yaml')))
const container = z.object({
  args: z.array(z.string()),
  ports: z.tuple([z.object({ containerPort: z.int() })]),
  livenessProbe: z.object({ exec: z.object({ command: z.array(z.string()) }) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
})
const statefulSet = z
  .object({
    kind: z.literal('StatefulSet'),
    spec: z.object({
      replicas: z.literal(1),
      template: z.object({
        spec: z.object({ securityContext: z.object({ runAsUser: z.int() }), containers: z.tuple([container]) }),
      }),
      volumeClaimTemplates: z.tuple([z.object({ spec: z.object({ accessModes: z.array(z.string()) }) })]),
    }),
  })
  .parse(
    parseAllDocuments(read('resources/server/kubernetes.yaml'))
      .map((document) => document.toJSON())
      .find(({ kind }) => kind === 'StatefulSet'),
  )
const pod = statefulSet.spec.template.spec
const unit = new Map(
  read('resources/server/mintdesk.service')
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? []
      return key === undefined || value === undefined ? [] : [[key, value]]
    }),
)
const [, ...unitWords] = (unit.get('ExecStart') ?? '').split(' ')

/** The options that `serve` takes of these words, as the command line reads them. */
function served(words: readonly string[]): Record<string, unknown> {
  const program = createProgram({
    version: '0',
    open: () => {
      throw new Error('nothing is run here')
    },
    ended: () => undefined,
  })
  const serve = program.commands.find((command) => command.name() === 'serve') as Command
  let taken: Record<string, unknown> = {}
  serve.action(() => {
    taken = serve.optsWithGlobals()
  })
  program.parse([...words], { from: 'user' })
  return taken
}

/** The words of the last instruction of this name. */
function instruction(name: string): string {
  return (
    containerfile
      .split('\n')
      .findLast((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1) ?? ''
  )
}

describe.each([
  ['compose', compose.services.mintdesk.command],
  ['Kubernetes', pod.containers[0].args],
  ['systemd', unitWords],
])('%s', (_name, words) => {
  it('serves with options that the command takes, behind a public address with TLS', () => {
    const { host, publicUrl, proxy, passphraseFile } = served(words)
    expect(z.string().parse(passphraseFile)).toMatch(/passphrase$/)
    const server = readServer({
      host: z.string().optional().parse(host),
      publicUrl: z.string().parse(publicUrl),
      proxies: z.array(z.string()).optional().parse(proxy),
    })
    expect(server?.origin).toBe('https://mint.example.com')
  })
})

describe('the container', () => {
  it('is built by a script that is there, of what .dockerignore leaves', () => {
    const [, script = ''] = /RUN node (\S+)/.exec(containerfile) ?? []
    expect(existsSync(join(root, script))).toBe(true)
    expect(read('.dockerignore').split('\n')).not.toContain(script.split('/')[0])
    const { context, dockerfile } = compose.services.mintdesk.build
    expect(existsSync(join(root, 'resources/server', context, dockerfile))).toBe(true)
  })

  // On Windows npm is no program that can be started by itself.
  it.skipIf(process.platform === 'win32')(
    'has no passphrase of a vault in it, nor has a package: it lies in the clone while they are made',
    async () => {
      const secret = join('resources/server', compose.secrets.passphrase.file)
      // That neither image nor installer has it: test/packaging/kept-out.test.ts.
      expect(read('.gitignore').split('\n')).toContain(`/${secret}`)
      await withFolder(async (folder) => {
        mkdirSync(join(folder, 'resources/server'), { recursive: true })
        copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
        for (const file of [secret, 'resources/server/compose.yaml']) writeFileSync(join(folder, file), 'a secret')
        const packed = await runProgram('npm', ['pack', '--dry-run', '--ignore-scripts', '--json', folder])
        expect(packed.output).toContain('resources/server/compose.yaml')
        expect(packed.output).not.toContain(secret)
      })
    },
  )

  it('runs as a user of its own, whose volume and port are those of compose and Kubernetes', () => {
    const [, uid = ''] = /^(\d+):\1$/.exec(instruction('USER')) ?? []
    expect(Number(uid)).toBeGreaterThan(0)
    expect(containerfile).toContain(`--uid ${uid} `)
    expect(pod.securityContext.runAsUser).toBe(Number(uid))
    const volume = instruction('VOLUME')
    expect(compose.services.mintdesk.volumes).toEqual([`data:${volume}`])
    expect(pod.containers[0].volumeMounts).toContainEqual({ name: 'data', mountPath: volume })
    expect(instruction('ENV')).toContain(`MINTDESK_HOME=${volume}/`)
    const port = instruction('EXPOSE')
    expect(instruction('ENV')).toContain(`MINTDESK_PORT=${port}`)
    expect(pod.containers[0].ports[0].containerPort).toBe(Number(port))
    expect(compose.services.caddy.environment.UPSTREAM).toBe(`mintdesk:${port}`)
  })

  it('has a volume that one pod at a time may write', () => {
    expect(statefulSet.spec.volumeClaimTemplates[0].spec.accessModes).toEqual(['ReadWriteOncePod'])
  })

  it.each([
    ['HEALTHCHECK', z.array(z.string()).parse(JSON.parse(/CMD (\[.*fetch.*\])/.exec(containerfile)?.[1] ?? '[]'))],
    ['Kubernetes’ probe', pod.containers[0].livenessProbe.exec.command],
  ])('asks itself whether it is well: %s', async (_name, [program, ...words]) => {
    expect(program).toBe('/opt/mintdesk/node')
    const asked = async (port: string) => {
      const told = words.map((word) => word.replace('127.0.0.1:3000', `127.0.0.1:${port}`))
      expect(told).not.toEqual(words)
      return (await runProgram(process.execPath, told)).code
    }
    await withFolder((folder) => withCore(folder, async ({ url }) => expect(await asked(new URL(url).port)).toBe(0)))
    expect(await asked('1')).toBe(1)
  })
})
